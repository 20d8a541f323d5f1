package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a thread asked library objects last, and who had changed them between two of its questions,
 * or behind its last one. A call that throws is not among the events: it is the failure itself.
 */
final class LastCalls {
  private static final int SHOWN = 2;
  private static final int LOOKED = 12;

  /** So many calls before the last on an object another thread may have come in between. */
  private static final int BACK = 64;

  private final SymbolicTrace trace;
  private final int[] order;
  private final String thread;
  private final int end;

  /**
   * @param order the events of the run
   * @param thread tree id of the thread that fails, or has stored what another failed of, or null
   * @param end the place in the order at which it did
   */
  LastCalls(SymbolicTrace trace, int[] order, String thread, int end) {
    this.trace = trace;
    this.order = order;
    this.thread = thread;
    this.end = end;
  }

  /** Adds the last such calls, each with the other thread's change and the call before it. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    Set<Integer> looked = new HashSet<>();
    int shown = 0;
    for (int i = end - 1; i >= 0 && shown < SHOWN && looked.size() < LOOKED; i--) {
      if (isCall(i) && isHis(i) && looked.add(trace.target(order[i])) && add(i, places, notes)) {
        shown++;
      }
    }
  }

  private boolean add(int last, TreeSet<Integer> places, Map<Integer, String> notes) {
    int object = trace.target(order[last]);
    int behind = changeBehind(object, last);
    if (behind >= 0 && !startsLater(trace.thread(order[behind]), last)) {
      places.add(last);
      places.add(behind);
      notes.put(behind, "after " + thread + " had looked at it for the last time");
      return true;
    }
    return interrupted(last, places, notes) || othersInterrupted(last, places, notes);
  }

  /** Adds the latest of a thread's calls on an object before which another came in between. */
  private boolean interrupted(int last, TreeSet<Integer> places, Map<Integer, String> notes) {
    int at = last;
    for (int back = 0; back < BACK && at >= 0; back++) {
      int before = callBefore(at);
      int between = change(trace.target(order[last]), before, at);
      if (between >= 0 && !isGiven(before, between, at)) {
        add(before, between, at, places, notes);
        return true;
      }
      at = before;
    }
    return false;
  }

  /** The same for the calls of others, who have left the object as it is looked at. */
  private boolean othersInterrupted(int last, TreeSet<Integer> places, Map<Integer, String> notes) {
    for (int i = last - 1, back = 0; i >= 0 && back < BACK; i--) {
      boolean others = isCall(i) && trace.target(order[i]) == trace.target(order[last]);
      int before = others && !isHis(i) ? callBefore(i) : -1;
      back += others ? 1 : 0;
      int between = before < 0 ? -1 : change(trace.target(order[last]), before, i);
      if (between >= 0 && trace.thread(order[between]) != trace.thread(order[last])) {
        add(before, between, i, places, notes);
        places.add(last);
        return true;
      }
    }
    return false;
  }

  /** Whether a thread could know of a change: it made it ready, or waited for who made it. */
  private boolean isGiven(int before, int between, int at) {
    int other = trace.thread(order[between]);
    for (int i = between + 1; i < at; i++) {
      boolean his = trace.thread(order[i]) == trace.thread(order[at]);
      if (his && trace.kind(order[i]) == EventKind.JOIN && trace.target(order[i]) == other) {
        return true;
      }
    }
    return before < 0 && startsLater(trace.thread(order[at]), between);
  }

  private void add(
      int before, int between, int at, TreeSet<Integer> places, Map<Integer, String> notes) {
    if (before >= 0) {
      places.add(before);
    }
    places.add(between);
    places.add(at);
    String other = trace.threadName(trace.thread(order[between]));
    notes.put(at, before < 0 ? other + " was here before" : other + " has changed it since");
  }

  /** Whether a thread was not even started at a place: what came before was made for it. */
  private boolean startsLater(int other, int place) {
    for (int i = place + 1; i < order.length; i++) {
      if (trace.kind(order[i]) == EventKind.FORK && trace.target(order[i]) == other) {
        return true;
      }
    }
    return false;
  }

  /**
   * Place of the last change of an object between two places by another than the latter's, or -1.
   */
  private int change(int object, int from, int to) {
    int own = trace.thread(order[to]);
    for (int i = to - 1; i > from; i--) {
      boolean changes = isCall(i) && trace.mode(order[i]) != EventKind.PURE;
      if (changes && trace.target(order[i]) == object && trace.thread(order[i]) != own) {
        return i;
      }
    }
    return -1;
  }

  private int changeBehind(int object, int last) {
    for (int i = end - 1; i > last; i--) {
      boolean changes = isCall(i) && trace.mode(order[i]) != EventKind.PURE;
      if (changes && trace.target(order[i]) == object && !isHis(i)) {
        return i;
      }
    }
    return -1;
  }

  /** Place of the same thread's call before on the same object, or -1. */
  private int callBefore(int place) {
    int e = order[place];
    for (int i = place - 1; i >= 0; i--) {
      boolean same = isCall(i) && trace.target(order[i]) == trace.target(e);
      if (same && trace.thread(order[i]) == trace.thread(e)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isCall(int place) {
    return trace.kind(order[place]) == EventKind.OPAQUE && trace.target(order[place]) >= 0;
  }

  private boolean isHis(int place) {
    return trace.threadName(trace.thread(order[place])).equals(thread);
  }
}
