package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds threads that free, or wait with, a lock they cannot hold at that point of their program.
 */
final class LockUse {
  private final SymbolicTrace trace;

  /** How often the thread holds each lock. */
  private final Map<Integer, Integer> held = new HashMap<>();

  /** How often it held the lock it waits with, by condition. */
  private final Map<Integer, Integer> waiting = new HashMap<>();

  private LockUse(SymbolicTrace trace) {
    this.trace = trace;
  }

  static Optional<Contradiction> find(SymbolicTrace trace) {
    int[] required = Requirements.of(trace);
    for (int t = 0; t < trace.threadCount(); t++) {
      LockUse use = new LockUse(trace);
      for (int i = 0; i < required[t]; i++) {
        int e = trace.event(t, i);
        if (!use.step(e)) {
          String what = trace.describe(e) + " cannot happen: the thread does not hold the lock";
          return Optional.of(new Contradiction(what, List.of(trace.describe(e))));
        }
      }
    }
    return Optional.empty();
  }

  private boolean step(int e) {
    int o = trace.target(e);
    return switch (trace.kind(e)) {
      case LOCK -> trace.mode(e) != 0 || held.merge(o, 1, Integer::sum) > 0;
      case UNLOCK -> trace.mode(e) != 0 || held.merge(o, -1, Integer::sum) >= 0;
      case WAIT -> {
        int depth = held.getOrDefault(trace.arg(e), 0);
        held.put(trace.arg(e), 0);
        waiting.put(o, depth);
        yield depth > 0;
      }
      case WAKE -> {
        held.put(trace.arg(e), waiting.getOrDefault(o, 1));
        yield true;
      }
      default -> true;
    };
  }
}
