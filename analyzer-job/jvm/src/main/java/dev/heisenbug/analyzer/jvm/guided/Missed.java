package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What threads that cannot go on and the others missed of each other: a store that came after its
 * reader had looked for the last time. That is how a wake-up is lost without any lock.
 */
final class Missed {
  private static final int SHOWN = 3;
  private final SymbolicTrace trace;
  private final Set<String> stuck;
  private final int[] order;

  /** By variable and thread, the place of the last read. */
  private final Map<Integer, Map<Integer, Integer>> reads = new LinkedHashMap<>();

  private final Map<Integer, Integer> writes = new HashMap<>();

  /**
   * @param stuck tree ids of the threads that cannot go on
   */
  Missed(SymbolicTrace trace, Set<String> stuck) {
    this.trace = trace;
    this.stuck = stuck;
    order = trace.observedOrder();
    for (int place = 0; place < order.length; place++) {
      int e = order[place];
      if (!trace.kind(e).isMemory() || trace.target(e) < 0 || trace.index(e) >= 0) {
        continue;
      }
      if (trace.kind(e) != EventKind.WRITE) {
        reads.computeIfAbsent(trace.target(e), v -> new HashMap<>()).put(trace.thread(e), place);
      }
      if (trace.kind(e).writes()) {
        writes.put(trace.target(e), place);
      }
    }
  }

  /** Adds the latest such looks, each with the store that came too late for it. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    TreeSet<Integer> late = new TreeSet<>();
    Map<Integer, Integer> storeOf = new HashMap<>();
    reads.forEach(
        (variable, byThread) -> {
          Integer store = writes.get(variable);
          byThread.forEach(
              (thread, look) -> {
                if (store != null && isMissed(thread, look, store)) {
                  late.add(look);
                  storeOf.put(look, store);
                }
              });
        });
    late.descendingSet().stream()
        .limit(SHOWN)
        .forEach(
            look -> {
              places.add(look);
              places.add(storeOf.get(look));
              notes.put(
                  storeOf.get(look),
                  "after %s had looked at it for the last time"
                      .formatted(trace.threadName(trace.thread(order[look]))));
            });
  }

  /** One of the two is stuck, the store is another's, and it would have shown something else. */
  private boolean isMissed(int reader, int look, int store) {
    int writer = trace.thread(order[store]);
    return store > look
        && writer != reader
        && (isStuck(reader) || isStuck(writer))
        && !(trace.hasObserved(order[look])
            && trace.hasObserved(order[store])
            && trace.observed(order[look]) == trace.observed(order[store]));
  }

  private boolean isStuck(int thread) {
    return stuck.contains(trace.threadName(thread));
  }
}
