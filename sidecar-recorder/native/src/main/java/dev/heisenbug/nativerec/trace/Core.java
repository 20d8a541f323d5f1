package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.perf.PtStream;
import dev.heisenbug.nativerec.perf.SideBand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A virtual core: its threads, the one that is on it now, and the trace it sends. */
final class Core {
  private final int index;
  private final PtStream trace;
  private final SideBand sideBand;
  private final List<TracedThread> threads = new ArrayList<>();
  private TracedThread current;

  Core(int index, PtStream trace, SideBand sideBand) {
    this.index = index;
    this.trace = trace;
    this.sideBand = sideBand;
  }

  int index() {
    return index;
  }

  PtStream trace() {
    return trace;
  }

  /** Whose code is in the trace now, null for nobody's. */
  TracedThread current() {
    return current;
  }

  List<TracedThread> threads() {
    return threads;
  }

  void add(TracedThread thread) {
    threads.add(thread);
    thread.core = this;
  }

  /** Takes a thread away, to another core or because it ended. */
  void remove(TracedThread thread) throws IOException {
    if (current == thread) {
      vacate(thread.state == TracedThread.State.READY);
    }
    threads.remove(thread);
  }

  /** Makes {@code thread} the one that runs here, from where it is now. */
  void run(TracedThread thread) throws IOException {
    if (current != thread) {
      if (current != null) {
        vacate(current.state == TracedThread.State.READY);
      }
      sideBand.switchIn(thread.where());
      current = thread;
    }
    if (trace.on()) {
      trace.time();
    } else {
      trace.start(thread.ip);
    }
  }

  private void vacate(boolean preempted) throws IOException {
    if (trace.on()) {
      trace.interrupt(current.ip);
    }
    sideBand.switchOut(current.where(), preempted);
    current = null;
  }

  /** The current thread waits in the kernel: the core is free. */
  void block(TracedThread thread) throws IOException {
    if (current == thread) {
      vacate(false);
    }
  }
}
