package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds events that cannot happen because of what their own thread holds at that point of its
 * program: it frees or waits with a lock it does not hold, or waits for itself.
 */
public final class LockUse {
  private static final String NOT_HELD = "the thread does not hold the lock";

  private final SymbolicTrace trace;

  /** How often the thread holds each lock. */
  private final Map<Integer, Integer> held = new HashMap<>();

  /** How often it holds the read side of each lock. */
  private final Map<Integer, Integer> reading = new HashMap<>();

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
        String fault = use.step(e);
        if (fault != null) {
          String what = trace.describe(e) + " cannot happen: " + fault;
          return Optional.of(new Contradiction(what, List.of(trace.describe(e))));
        }
      }
    }
    return Optional.empty();
  }

  /** The first event of each thread that can never happen, where there is one. */
  public static BitSet impossible(SymbolicTrace trace) {
    BitSet result = new BitSet();
    for (int t = 0; t < trace.threadCount(); t++) {
      LockUse use = new LockUse(trace);
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        if (use.step(e) != null) {
          result.set(e);
          break;
        }
      }
    }
    return result;
  }

  /** Goes past an event; returns why it cannot happen, or null. */
  private String step(int e) {
    int o = trace.target(e);
    boolean shared = trace.mode(e) != 0;
    return switch (trace.kind(e)) {
      case LOCK -> lock(o, shared);
      case LOCK_FAIL -> held(held, o) ? "the thread holds the lock and can take it again" : null;
      case UNLOCK -> (shared ? reading : held).merge(o, -1, Integer::sum) < 0 ? NOT_HELD : null;
      case WAIT -> beginWait(o, trace.arg(e));
      case WAKE -> {
        Integer depth = waiting.remove(o);
        held.put(trace.arg(e), depth == null ? 1 : depth);
        yield depth == null ? "the thread does not wait for the condition" : null;
      }
      default -> null;
    };
  }

  private String lock(int o, boolean shared) {
    if (!shared && held(reading, o) && !held(held, o)) {
      return "the thread holds the read side of the lock itself and would wait for ever";
    }
    (shared ? reading : held).merge(o, 1, Integer::sum);
    return null;
  }

  private String beginWait(int condition, int lock) {
    boolean owner = held(held, lock);
    waiting.put(condition, held.getOrDefault(lock, 0));
    held.put(lock, 0);
    return owner ? null : NOT_HELD;
  }

  private static boolean held(Map<Integer, Integer> counts, int lock) {
    return counts.getOrDefault(lock, 0) > 0;
  }
}
