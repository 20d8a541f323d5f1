package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.perf.Mapping;
import java.io.IOException;

/** Hears what happens to the program while it is traced; everything stands still meanwhile. */
public interface TraceListener {
  /** {@code count} instructions of {@code thread} ran; the array is not to be kept. */
  default void ran(TracedThread thread, long[] addresses, int count) {}

  /** A thread was started. */
  default void started(TracedThread thread) throws IOException {}

  /** An executable file was mapped. */
  default void mapped(TracedThread thread, Mapping mapping) throws IOException {}

  /** A signal is about to end the process. */
  default void dying(TracedThread thread, int signal, StoppedProcess process) throws IOException {}

  /** No thread can ever run again. */
  default void deadlocked(TracedThread thread, StoppedProcess process) throws IOException {}
}
