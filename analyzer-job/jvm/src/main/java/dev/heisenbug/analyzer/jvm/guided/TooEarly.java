package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a thread looked at before another one stored something else there, and what it had waited
 * for before it looked: it went on too early. Only what the failure depends on counts, and not what
 * a lock protects, where there is an order of critical sections and no gap.
 */
final class TooEarly {
  private static final int SHOWN = 2;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Relevance relevance;
  private final Variables variables;

  /** The locks that are held at a place, if any are. */
  private final Map<Integer, Set<Integer>> locks = new HashMap<>();

  TooEarly(SymbolicTrace trace, int[] order, Relevance relevance, Variables variables) {
    this.trace = trace;
    this.order = order;
    this.relevance = relevance;
    this.variables = variables;
    Held held = new Held(trace);
    for (int i = 0; i < order.length; i++) {
      held.follow(order[i]);
      if (trace.kind(order[i]).isMemory() && !held.of(order[i]).isEmpty()) {
        locks.put(i, held.of(order[i]));
      }
    }
  }

  /** Adds the latest such looks, each with the store that came too late for it. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    Map<Long, Integer> later = new HashMap<>();
    Set<String> told = new HashSet<>();
    for (int i = order.length - 1; i >= 0 && told.size() < SHOWN; i--) {
      int e = order[i];
      if (!trace.kind(e).isMemory() || trace.target(e) < 0) {
        continue;
      }
      Integer store = later.get(variables.of(e));
      if (store != null && isTooEarly(i, store) && told.add(trace.position(e))) {
        places.add(i);
        places.add(store);
        notes.put(store, "after " + name(e) + " had looked at it");
        new LetGo(trace, order).addTo(places, name(e), i);
      }
      if (trace.kind(e).writes()) {
        later.put(variables.of(e), i);
      }
    }
  }

  private boolean isTooEarly(int lookPlace, int storePlace) {
    int look = order[lookPlace];
    int store = order[storePlace];
    return Collections.disjoint(
            locks.getOrDefault(lookPlace, Set.of()), locks.getOrDefault(storePlace, Set.of()))
        && trace.kind(look) == EventKind.READ
        && trace.thread(look) != trace.thread(store)
        && relevance.matters(look)
        && trace.hasObserved(look)
        && trace.hasObserved(store)
        && trace.observed(look) != trace.observed(store);
  }

  private String name(int e) {
    return trace.threadName(trace.thread(e));
  }
}
