package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
  private static final int ANYBODY = -1;
  private static final int LOST = 0;
  private static final int CHECKED = 1;
  private static final int STALE = 2;
  private static final int CHECK_THEN_ACT = 3;
  private static final int ATOMIC = 4;
  private static final int FAR = 5;
  private static final int DECIDED = 8;
  private static final int NOT_RELEVANT = 16;
  private static final int ORDINARY = 32;
  private static final int UNCHANGED = 64;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Relevance relevance;
  private final Variables variables;
  private final Held held;
  private final List<Triple> triples = new ArrayList<>();
  private final Waits waits;

  /**
   * @param order the events of the run
   * @param relevance the events that the failure depends on
   * @param variables what the events access
   */
  Interruptions(SymbolicTrace trace, int[] order, Relevance relevance, Variables variables) {
    this.trace = trace;
    this.variables = variables;
    this.order = order;
    this.relevance = relevance;
    waits = new Waits(trace);
    held = new Held(trace);
  }

  /** Places in the order, with the better explanations first. */
  private record Triple(int first, int between, int last, int group, long rank) {}

  /** A thread, and the variable or library object that it accesses. */
  private record Use(int thread, boolean call, long what) {}

  /** An access that waits for its counterpart. */
  private record Access(int place, Set<Integer> locks) {}

  /**
   * @param places gets what is worth telling; where something is plainly wrong, that alone
   * @param notes says by place what is wrong there
   * @return whether something was found that the failure depends on
   */
  boolean addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
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
    return !triples.isEmpty() && isTelling(triples.getFirst());
  }

  private static boolean isTelling(Triple t) {
    return t.group() < ORDINARY && kind(t) != ATOMIC && kind(t) != FAR;
  }

  private String note(Triple t) {
    String other = trace.threadName(trace.thread(order[t.between()]));
    return switch (kind(t)) {
      case LOST -> "overwrites what " + other + " stored since this thread read it";
      case CHECKED, CHECK_THEN_ACT -> other + " has changed it since this thread looked";
      default -> other + " came in between";
    };
  }

  private static int kind(Triple t) {
    return t.group() == UNCHANGED ? STALE : t.group() % DECIDED;
  }

  private void collect() {
    Map<Use, Access> lastByThread = new HashMap<>();
    Map<Use, Integer> lastChange = new HashMap<>();
    for (int i = 0; i < order.length; i++) {
      int e = order[i];
      held.follow(e);
      waits.follow(e);
      boolean opaque = trace.kind(e) == EventKind.OPAQUE;
      if (!opaque && !trace.kind(e).isMemory() || trace.target(e) < 0) {
        continue;
      }
      Use what = new Use(ANYBODY, opaque, opaque ? trace.target(e) : variables.of(e));
      Use mine = new Use(trace.thread(e), opaque, what.what());
      Access first = lastByThread.get(mine);
      Integer between = lastChange.get(what);
      if (first != null
          && between != null
          && between > first.place()
          && trace.thread(order[between]) != trace.thread(e)) {
        add(first, between, i);
      }
      lastByThread.put(mine, new Access(i, held.of(e)));
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
    if (isUnchanged(mine, other, order[last])) {
      return UNCHANGED;
    }
    EventKind a = trace.kind(mine);
    EventKind b = trace.kind(order[last]);
    boolean lost = a.reads() && b == EventKind.WRITE;
    boolean checked = a == EventKind.READ && b == EventKind.RMW && !isConditional(order[last]);
    boolean atomic = a == EventKind.RMW && b == EventKind.RMW;
    int group = lost ? LOST : checked ? CHECKED : atomic ? ATOMIC : STALE;
    int tier = tier(other, order[last], atomic);
    if (group == STALE && tier > 0) {
      // A lost update of anything is worse than a change that was seen.
      group = tier == DECIDED ? STALE : FAR;
      tier = NOT_RELEVANT;
    }
    return group + tier + (ordinary(first, between, last) ? ORDINARY : 0);
  }

  /** Whether what came in between made no difference; of an update only the old value is known. */
  private boolean isUnchanged(int mine, int other, int last) {
    int after = trace.kind(other) == EventKind.WRITE ? other : last;
    return trace.kind(mine) != EventKind.RMW
        && (after == other || trace.kind(last).reads())
        && trace.hasObserved(mine)
        && trace.hasObserved(after)
        && trace.observed(mine) == trace.observed(after);
  }

  /** What a value came from is better than what a decision did; updates in one step are neither. */
  private int tier(int other, int last, boolean atomic) {
    if (relevance.isValue(other) || relevance.isValue(last)) {
      return atomic ? DECIDED : 0;
    }
    return relevance.matters(other) || relevance.matters(last) ? DECIDED : NOT_RELEVANT;
  }

  /** An update that is made only where nobody has come in between. */
  private boolean isConditional(int rmw) {
    int value = trace.value(rmw);
    return value >= 0 && trace.exprs().op(value) == Op.ITE;
  }

  /**
   * A variable that is written and later read afresh, in another critical section or by a thread
   * that has waited for the one that wrote in between.
   */
  private boolean ordinary(Access first, int between, int last) {
    boolean afresh = !trace.kind(order[first.place()]).reads() && trace.kind(order[last]).reads();
    return afresh
        && (held.of(order[last]).stream().anyMatch(first.locks()::contains)
            || waits.knows(order[between], trace.thread(order[last])));
  }
}
