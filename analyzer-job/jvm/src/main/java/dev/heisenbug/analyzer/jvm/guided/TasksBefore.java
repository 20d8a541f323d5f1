package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which task the failing thread of a pool had run before the one that failed: what a thread keeps
 * for itself passes from the one to the other, and no other thread has to do with it.
 */
final class TasksBefore {
  private final SymbolicTrace trace;
  private final int[] order;
  private final String failing;

  TasksBefore(SymbolicTrace trace, int[] order, String failing) {
    this.trace = trace;
    this.order = order;
    this.failing = failing;
  }

  /** Adds the beginnings of both, and where they were handed over. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    int last = beginning(order.length);
    int first = last < 0 ? -1 : beginning(last);
    if (first < 0) {
      return;
    }
    for (int begun : new int[] {first, last}) {
      places.add(begun);
      int handed = handedOver(begun);
      if (handed >= 0) {
        places.add(handed);
      }
    }
    notes.put(last, "in the thread that ran " + name(order[first]) + " before");
  }

  private int beginning(int before) {
    for (int i = before - 1; i >= 0; i--) {
      int e = order[i];
      if (trace.kind(e) == EventKind.AWAIT
          && trace.threadName(trace.thread(e)).equals(failing)
          && name(e).startsWith("task ")) {
        return i;
      }
    }
    return -1;
  }

  private int handedOver(int begun) {
    for (int i = begun - 1; i >= 0; i--) {
      boolean same = trace.target(order[i]) == trace.target(order[begun]);
      if (trace.kind(order[i]) == EventKind.POST && same) {
        return i;
      }
    }
    return -1;
  }

  private String name(int e) {
    return trace.objects().get(trace.target(e)).name();
  }
}
