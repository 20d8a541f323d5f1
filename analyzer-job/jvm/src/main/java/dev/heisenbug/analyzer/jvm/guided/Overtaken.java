package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Two threads that come by one library object in one order and by the next in the other: what they
 * carry from a queue to a queue arrives in another order than it went away.
 */
final class Overtaken {
  private static final int NOT_FOUND = -1;
  private final SymbolicTrace trace;
  private final int[] order;
  private final String failing;

  /** A call, and the place of the one that the same thread made before it, to another object. */
  private record Step(int place, int before) {}

  Overtaken(SymbolicTrace trace, int[] order, String failing) {
    this.trace = trace;
    this.order = order;
    this.failing = failing;
  }

  /** Adds the last four such calls at the object that the failing thread asked last. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    int asked = lastCall();
    if (asked == NOT_FOUND) {
      return;
    }
    int object = trace.target(order[asked]);
    Map<Integer, Integer> lastOf = new HashMap<>();
    Step previous = null;
    Step[] found = null;
    for (int i = 0; i < order.length; i++) {
      int e = order[i];
      if (!changes(e)) {
        continue;
      }
      Integer before = lastOf.put(trace.thread(e), i);
      if (trace.target(e) != object || before == null) {
        continue;
      }
      Step step = new Step(i, before);
      if (previous != null && isOvertaken(previous, step)) {
        found = new Step[] {previous, step};
      }
      previous = step;
    }
    if (found != null) {
      for (Step s : found) {
        places.add(s.before());
        places.add(s.place());
      }
      places.add(asked);
      String other = trace.threadName(trace.thread(order[found[0].place()]));
      notes.put(found[1].place(), other + " has overtaken it");
    }
  }

  private boolean isOvertaken(Step first, Step second) {
    return trace.thread(order[first.place()]) != trace.thread(order[second.place()])
        && trace.target(order[first.before()]) == trace.target(order[second.before()])
        && trace.target(order[first.before()]) != trace.target(order[first.place()])
        && second.before() < first.before();
  }

  private boolean changes(int e) {
    return trace.kind(e) == EventKind.OPAQUE
        && trace.target(e) >= 0
        && trace.mode(e) != EventKind.PURE;
  }

  private int lastCall() {
    for (int i = order.length - 1; i >= 0; i--) {
      int e = order[i];
      if (trace.kind(e) == EventKind.OPAQUE
          && trace.target(e) >= 0
          && trace.threadName(trace.thread(e)).equals(failing)) {
        return i;
      }
    }
    return NOT_FOUND;
  }
}
