package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.TreeSet;

/** What a thread waited for right before it went wrong, and who let it go on. */
final class LetGo {
  private static final int CLOSE = 6;
  private final SymbolicTrace trace;
  private final int[] order;

  LetGo(SymbolicTrace trace, int[] order) {
    this.trace = trace;
    this.order = order;
  }

  /**
   * Adds the last wait that is over, and the last that another thread did to its object before.
   *
   * @param before the place that the wait came before
   */
  void addTo(TreeSet<Integer> places, String thread, int before) {
    int own = 0;
    for (int i = before - 1; i >= 0 && own < CLOSE; i--) {
      if (!trace.threadName(trace.thread(order[i])).equals(thread)) {
        continue;
      }
      own++;
      if (isWait(order[i])) {
        places.add(i);
        int by = by(i);
        if (by >= 0) {
          places.add(by);
        }
        return;
      }
    }
  }

  /** Class initialisers and the beginnings of tasks have no line of their own. */
  private boolean isWait(int e) {
    return switch (trace.kind(e)) {
      case AWAIT -> trace.position(e).contains(":") && !isInitialiser(e);
      case ACQUIRE, BARRIER_EXIT, WAKE -> true;
      case OPAQUE -> trace.mode(e) != EventKind.PURE;
      default -> false;
    };
  }

  private boolean isInitialiser(int e) {
    return trace.objects().get(trace.target(e)).name().startsWith("class ");
  }

  private int by(int wait) {
    int e = order[wait];
    for (int i = wait - 1; i >= 0; i--) {
      int other = order[i];
      boolean same =
          trace.kind(other).target() == EventKind.Target.OBJECT
              && trace.target(other) == trace.target(e);
      if (same && trace.thread(other) != trace.thread(e)) {
        return i;
      }
    }
    return -1;
  }
}
