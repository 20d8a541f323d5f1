package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A thread that stands in the midst of what the failing one looks at: it has read a variable last
 * of all, the failing thread reads the same one behind it, and fails before it goes on.
 */
final class Midway {
  private static final int LOOKED = 3;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Variables variables;
  private final String failing;
  private final Predicate<String> stands;

  /**
   * @param stands whether a thread, by its tree id, was in the program's code at the end
   */
  Midway(
      SymbolicTrace trace,
      int[] order,
      Variables variables,
      String failing,
      Predicate<String> stands) {
    this.stands = stands;
    this.trace = trace;
    this.order = order;
    this.variables = variables;
    this.failing = failing;
  }

  /** Adds the last access of such a thread and the look behind it. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    Set<Long> looked = new HashSet<>();
    for (int i = order.length - 1; i >= 0 && looked.size() < LOOKED; i--) {
      int e = order[i];
      if (trace.kind(e).isMemory()
          && trace.kind(e).reads()
          && trace.threadName(trace.thread(e)).equals(failing)
          && looked.add(variables.of(e))) {
        add(i, places, notes);
      }
    }
  }

  private void add(int look, TreeSet<Integer> places, Map<Integer, String> notes) {
    for (int t = 0; t < trace.threadCount(); t++) {
      int last = trace.threadLength(t) - 1;
      int e = last < 0 ? -1 : trace.event(t, last);
      if (e < 0 || !trace.kind(e).isMemory() || !trace.kind(e).reads()) {
        continue;
      }
      if (trace.threadName(t).equals(failing) || !stands.test(trace.threadName(t))) {
        continue;
      }
      int place = placeOf(e, look);
      if (place >= 0 && variables.of(e) == variables.of(order[look])) {
        places.add(place);
        places.add(look);
        notes.put(place, "gets no further before " + failing + " fails");
      }
    }
  }

  /** The place of an event before another place, or -1. */
  private int placeOf(int e, int before) {
    for (int i = before - 1; i >= 0; i--) {
      if (order[i] == e) {
        return i;
      }
    }
    return -1;
  }
}
