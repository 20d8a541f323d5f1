package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a null came from that nobody expected: the last read of it by the failing thread, of the
 * field that the JVM names in its message if it names one, who had stored it, and what the thread
 * itself had last seen there or done to it.
 */
final class NullRead {
  private static final Pattern BECAUSE =
      Pattern.compile("because \"(?:[^\"]*\\.)?(\\w+)\" is null");
  private static final int CLOSE = 12;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Variables variables;
  private final String failing;
  private final Asides asides;

  /**
   * @param asides gets what no other thread has to do with
   */
  NullRead(SymbolicTrace trace, int[] order, Variables variables, String failing, Asides asides) {
    this.asides = asides;
    this.trace = trace;
    this.order = order;
    this.variables = variables;
    this.failing = failing;
  }

  /**
   * Adds the read and what explains it.
   *
   * @param message what the JVM says about it
   * @return whether another thread had to do with it
   */
  boolean addTo(TreeSet<Integer> places, Map<Integer, String> notes, String message) {
    Matcher because = BECAUSE.matcher(message);
    String field = because.find() ? because.group(1) : null;
    int named = field == null ? -1 : lastNull("." + field, order.length);
    int read = named < 0 ? lastNull("", CLOSE) : named;
    if (field != null && asides.addNull(field, named < 0 ? -1 : order[named], places)
        || asides.addNull(null, read < 0 ? recent() : order[read], places)) {
      return true;
    }
    if (read < 0) {
      return false;
    }
    int store = last(read, true, null);
    if (store < 0 || trace.thread(order[store]) == trace.thread(order[read])) {
      return false;
    }
    int own = last(read, false, failing);
    if (own > lastBefore(store)) {
      places.add(own);
    }
    places.add(store);
    places.add(read);
    if (own >= 0 && own < store) {
      String other = trace.threadName(trace.thread(order[store]));
      notes.put(read, other + " has set it to null since");
    }
    return true;
  }

  /** The event behind which an event is one of the failing thread's last. */
  private int recent() {
    int own = 0;
    for (int i = order.length - 1; i >= 0; i--) {
      own += isHis(order[i]) ? 1 : 0;
      if (own == CLOSE) {
        return order[i];
      }
    }
    return -1;
  }

  private int lastBefore(int store) {
    return last(store, true, null);
  }

  /** The place of the last read of a null among the last events of the failing thread. */
  private int lastNull(String field, int most) {
    int own = 0;
    for (int i = order.length - 1; i >= 0 && own < most; i--) {
      int e = order[i];
      own += isHis(e) ? 1 : 0;
      if (isHis(e)
          && trace.kind(e).isMemory()
          && trace.kind(e).reads()
          && trace.target(e) >= 0
          && trace.locations().get(trace.target(e)).sort() == Sort.REF
          && trace.hasObserved(e)
          && trace.observed(e) == 0
          && trace.locations().get(trace.target(e)).name().endsWith(field)) {
        return i;
      }
    }
    return -1;
  }

  /** The last access to the same variable before a place, or -1. */
  private int last(int before, boolean store, String by) {
    long variable = variables.of(order[before]);
    for (int i = before - 1; i >= 0; i--) {
      int e = order[i];
      if (trace.kind(e).isMemory()
          && (!store || trace.kind(e).writes())
          && (by == null || isHis(e))
          && variables.of(e) == variable) {
        return i;
      }
    }
    return -1;
  }

  private boolean isHis(int e) {
    return trace.threadName(trace.thread(e)).equals(failing);
  }
}
