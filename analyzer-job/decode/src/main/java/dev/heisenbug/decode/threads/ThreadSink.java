package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.FlowBatch;

/**
 * Takes the instructions of all threads. Each thread's come in the order it executed them, with the
 * CPU and a time window; different threads are interleaved by time as far as that is known.
 */
public interface ThreadSink {
  void instructions(ThreadId thread, int cpu, FlowBatch batch);

  default void event(ThreadId thread, int cpu, PtEvent event) {}

  /** Something is missing from here to the next synchronisation point of this CPU. */
  default void gap(Gap gap) {}

  default void sync(int cpu, long offset) {}
}
