package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Accesses a, b, a of two threads to one variable or library object that no order of whole turns
 * explains: one thread came between two steps of another.
 */
final class Interruptions {
  private static final int SHOWN = 3;
  private static final int LOST = 0;
  private static final int STALE = 1;
  private static final int CHECK_THEN_ACT = 2;
  private static final int ATOMIC = 3;
  private static final int NOT_RELEVANT = 4;
  private static final int ORDINARY = 8;
  private static final int UNCHANGED = 16;
  private final SymbolicTrace trace;
  private final int[] order;
  private final BitSet matters;
  private final Map<Integer, Set<Integer>> held = new HashMap<>();
  private final List<Triple> triples = new ArrayList<>();

  /**
   * @param order the events of the run
   * @param matters the events that the failure depends on
   */
  Interruptions(SymbolicTrace trace, int[] order, BitSet matters) {
    this.trace = trace;
    this.order = order;
    this.matters = matters;
  }

  /** Places in the order, with the better explanations first. */
  private record Triple(int first, int between, int last, int group, long rank) {}

  /** An access that waits for its counterpart. */
  private record Access(int place, Set<Integer> locks) {}

  /**
   * @param places gets what is worth telling; where something is plainly wrong, that alone
   * @param notes says by place what is wrong there
   */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    collect();
    triples.sort(Comparator.comparingLong(Triple::rank));
    boolean plain = !triples.isEmpty() && triples.getFirst().group() == LOST;
    triples.stream()
        .limit(SHOWN)
        .filter(t -> !plain || t.group() == LOST)
        .forEach(
            t -> {
              places.addAll(List.of(t.first(), t.between(), t.last()));
              notes.merge(t.last(), note(t), (older, newer) -> older);
            });
  }

  private String note(Triple t) {
    String other = trace.threadName(trace.thread(order[t.between()]));
    return switch (kind(t)) {
      case LOST -> "overwrites what " + other + " stored since this thread read it";
      case CHECK_THEN_ACT -> other + " has changed it since this thread looked";
      default -> other + " came in between";
    };
  }

  private static int kind(Triple t) {
    return t.group() == UNCHANGED ? STALE : t.group() % NOT_RELEVANT;
  }

  private void collect() {
    Map<Long, Access> lastByThread = new HashMap<>();
    Map<Long, Integer> lastChange = new HashMap<>();
    for (int i = 0; i < order.length; i++) {
      int e = order[i];
      locks(e);
      boolean opaque = trace.kind(e) == EventKind.OPAQUE;
      if (!opaque && !trace.kind(e).isMemory() || trace.target(e) < 0) {
        continue;
      }
      long what = (opaque ? 1L << 31 : 0) | trace.target(e);
      long mine = (long) trace.thread(e) << 32 | what;
      Access first = lastByThread.get(mine);
      Integer between = lastChange.get(what);
      if (first != null
          && between != null
          && between > first.place()
          && trace.thread(order[between]) != trace.thread(e)) {
        add(first, between, i);
      }
      lastByThread.put(mine, new Access(i, locksOf(e)));
      if (changes(e)) {
        lastChange.put(what, i);
      }
    }
  }

  private boolean changes(int e) {
    return trace.kind(e) == EventKind.OPAQUE
        ? trace.mode(e) != EventKind.PURE
        : trace.kind(e).writes();
  }

  private void locks(int e) {
    switch (trace.kind(e)) {
      case LOCK, WAKE -> held.computeIfAbsent(trace.thread(e), t -> new HashSet<>()).add(lock(e));
      case UNLOCK, WAIT ->
          held.computeIfAbsent(trace.thread(e), t -> new HashSet<>()).remove(lock(e));
      default -> {}
    }
  }

  private int lock(int e) {
    EventKind kind = trace.kind(e);
    return kind == EventKind.WAIT || kind == EventKind.WAKE ? trace.arg(e) : trace.target(e);
  }

  private Set<Integer> locksOf(int e) {
    Set<Integer> mine = held.get(trace.thread(e));
    return mine == null || mine.isEmpty() ? Set.of() : Set.copyOf(mine);
  }

  private void add(Access first, int between, int last) {
    boolean opaque = trace.kind(order[last]) == EventKind.OPAQUE;
    if (opaque && !checkedThenActed(order[first.place()], order[last])) {
      return;
    }
    int group = opaque ? CHECK_THEN_ACT : group(first, between, last);
    // Of calls those are told that follow each other closely, of accesses those near the end.
    long within = opaque ? last - first.place() : order.length - last;
    long rank = (long) group * order.length + within;
    triples.add(new Triple(first.place(), between, last, group, rank));
  }

  /** Whether a thread looked at an object and then, somewhere else, changed it. */
  private boolean checkedThenActed(int first, int last) {
    return changes(last) && !changes(first) && !trace.position(first).equals(trace.position(last));
  }

  /** What the failure depends on first; of that lost updates, stale reads, atomic updates last. */
  private int group(Access first, int between, int last) {
    int mine = order[first.place()];
    int other = order[between];
    if (trace.hasObserved(mine)
        && trace.hasObserved(other)
        && trace.observed(mine) == trace.observed(other)) {
      return UNCHANGED;
    }
    EventKind a = trace.kind(mine);
    EventKind b = trace.kind(order[last]);
    boolean lost = a.reads() && b == EventKind.WRITE;
    boolean atomic = a == EventKind.RMW && b == EventKind.RMW;
    boolean relevant = matters.get(other) || matters.get(order[last]);
    int group = lost ? LOST : atomic ? ATOMIC : STALE;
    return group + (relevant ? 0 : NOT_RELEVANT) + (ordinary(first, last) ? ORDINARY : 0);
  }

  /** A variable that is written in one critical section and read afresh in a later one. */
  private boolean ordinary(Access first, int last) {
    boolean afresh = !trace.kind(order[first.place()]).reads() && trace.kind(order[last]).reads();
    return afresh && locksOf(order[last]).stream().anyMatch(first.locks()::contains);
  }
}
