package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which locks every thread holds while the events of a run pass by. */
final class Held {
  private final SymbolicTrace trace;
  private final Map<Integer, Map<Integer, Integer>> depths = new HashMap<>();

  Held(SymbolicTrace trace) {
    this.trace = trace;
  }

  /** The next event of the run. */
  void follow(int e) {
    switch (trace.kind(e)) {
      case LOCK, WAKE -> mine(e).merge(lock(e), 1, Integer::sum);
      case UNLOCK -> mine(e).computeIfPresent(lock(e), (l, n) -> n == 1 ? null : n - 1);
      case WAIT -> mine(e).remove(lock(e));
      default -> {}
    }
  }

  private Map<Integer, Integer> mine(int e) {
    return depths.computeIfAbsent(trace.thread(e), t -> new HashMap<>());
  }

  private int lock(int e) {
    EventKind kind = trace.kind(e);
    return kind == EventKind.WAIT || kind == EventKind.WAKE ? trace.arg(e) : trace.target(e);
  }

  /** The locks that the thread of an event holds now. */
  Set<Integer> of(int e) {
    Map<Integer, Integer> mine = depths.get(trace.thread(e));
    return mine == null || mine.isEmpty() ? Set.of() : new HashSet<>(mine.keySet());
  }
}
