package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the failing thread asked library objects last, and who had changed them since it had asked
 * before, or changed them behind its last question. A call that throws is not among the events: it
 * is the failure itself.
 */
final class LastCalls {
  private static final int SHOWN = 2;
  private static final int LOOKED = 12;
  private final SymbolicTrace trace;
  private final int[] order;
  private final String failing;

  /**
   * @param order the events of the run
   * @param failing tree id of the thread that fails, or null
   */
  LastCalls(SymbolicTrace trace, int[] order, String failing) {
    this.trace = trace;
    this.order = order;
    this.failing = failing;
  }

  /** Adds the last such calls, each with the other thread's change and the call before it. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    Set<Integer> looked = new HashSet<>();
    int shown = 0;
    for (int i = order.length - 1; i >= 0 && shown < SHOWN && looked.size() < LOOKED; i--) {
      if (isCall(i) && isHis(i) && looked.add(trace.target(order[i])) && add(i, places, notes)) {
        shown++;
      }
    }
  }

  private boolean add(int last, TreeSet<Integer> places, Map<Integer, String> notes) {
    int behind = change(trace.target(order[last]), last, order.length);
    if (behind >= 0) {
      places.add(last);
      places.add(behind);
      notes.put(behind, "after " + failing + " had looked at it for the last time");
      return true;
    }
    int before = callBefore(last);
    int between = change(trace.target(order[last]), before, last);
    if (between < 0) {
      return false;
    }
    if (before >= 0) {
      places.add(before);
    }
    places.add(between);
    places.add(last);
    String other = trace.threadName(trace.thread(order[between]));
    notes.put(last, before < 0 ? other + " was here before" : other + " has changed it since");
    return true;
  }

  /** Place of the last change of an object by another thread between two places, or -1. */
  private int change(int object, int from, int to) {
    for (int i = to - 1; i > from; i--) {
      boolean changes = isCall(i) && trace.mode(order[i]) != EventKind.PURE;
      if (changes && trace.target(order[i]) == object && !isHis(i)) {
        return i;
      }
    }
    return -1;
  }

  private int callBefore(int last) {
    for (int i = last - 1; i >= 0; i--) {
      if (isCall(i) && isHis(i) && trace.target(order[i]) == trace.target(order[last])) {
        return i;
      }
    }
    return -1;
  }

  private boolean isCall(int place) {
    return trace.kind(order[place]) == EventKind.OPAQUE && trace.target(order[place]) >= 0;
  }

  private boolean isHis(int place) {
    return trace.threadName(trace.thread(order[place])).equals(failing);
  }
}
