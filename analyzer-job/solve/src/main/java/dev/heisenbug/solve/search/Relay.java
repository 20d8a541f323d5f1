package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.SolveStats;
import java.util.SplittableRandom;

/**
 * Conflict-directed search, many executions side by side and repair by turns, each going on from
 * the order another reached: the first is systematic near the front, the second is for conditions
 * that hang on long histories, the third follows a slope over long distances.
 */
final class Relay {
  private static final long FIRST_STALL = 2_000_000;

  private static final String TURNS = "JFPDPD";

  /** Windows may take this part of the time. */
  private static final int WINDOW_SHARE = 5;

  private final Machine like;
  private final Relations relations;
  private final SolveStats stats;
  private final WindowRepair windows;
  private final int[] first;
  private final SplittableRandom random;

  /** Nothing in the trace is free. */
  private final boolean fixed;

  private boolean schedulesOnly;

  private final long begun = System.nanoTime();
  private long inWindows;
  private int[] guide;
  private Frontier frontier;

  /** Conflict-directed searches so far; the first takes stores as they come, the cheapest guess. */
  private int jumps;

  Relay(
      Machine like,
      Relations relations,
      int[] guide,
      long seed,
      SolveStats stats,
      WindowRepair windows) {
    this.windows = windows;
    this.fixed = FreeValues.of(like.problem.trace).none();
    this.like = like;
    this.relations = relations;
    this.guide = guide;
    this.first = guide;
    this.random = new SplittableRandom(seed);
    this.stats = stats;
  }

  /** That there is no schedule is of no interest: the search then ends without a reason. */
  Relay schedulesOnly() {
    schedulesOnly = true;
    return this;
  }

  /**
   * @param jumpFirst whether the conflict-directed search takes the first turn
   */
  Outcome run(boolean jumpFirst, Budget budget) {
    Problem problem = like.problem;
    long stall = FIRST_STALL + 4L * problem.events;
    Outcome best = null;
    for (int turn = jumpFirst ? 0 : 1; ; turn++) {
      Search search = search(TURNS.charAt(turn % TURNS.length()));
      // A step of repair is cheaper, and it takes more of them to climb a slope.
      long before = search.steps();
      Outcome outcome = search.run(budget, stall);
      stats.add("search.steps", search.steps() - before);
      if (outcome instanceof Outcome.Exhausted && schedulesOnly) {
        return outcome;
      }
      if (outcome instanceof Outcome.Exhausted) {
        // Of values chosen for what is free nothing follows for others.
        outcome =
            fixed
                ? new Outcome.Refuted(EveryOrder.core(like, relations, frontier, budget))
                : new Outcome.GaveUp(0, "");
      }
      boolean further = best == null || Race.better(best, outcome) != best;
      best = further ? outcome : best;
      if (best.decides() || budget.exhausted()) {
        return best;
      }
      goOn(search, further, budget);
      stall = turn % TURNS.length() == 3 ? stall * 2 : stall;
    }
  }

  /**
   * Past the obstacle if a window around it can be solved; else on from there if that is further
   * than any turn before came, and from the start again if not.
   */
  private void goOn(Search search, boolean further, Budget budget) {
    int[] order = search.order();
    int[] reached = Guide.after(like.problem, order, guide);
    boolean possible = search.obstacle() != null && !like.problem.model.relaxed();
    if (possible && inWindows <= (System.nanoTime() - begun) / WINDOW_SHARE) {
      long start = System.nanoTime();
      int[] repaired = windows.repair(like, reached, order.length, search.obstacle(), budget);
      inWindows += System.nanoTime() - start;
      if (repaired != null) {
        guide = repaired;
        return;
      }
    }
    guide = further && random.nextBoolean() ? reached : first;
  }

  private Search search(char kind) {
    if (kind == 'F' && relations.live() != null) {
      if (frontier == null) {
        frontier = new Frontier(like.fresh(), relations, random.nextLong(), c -> true);
      }
      return frontier;
    }
    if (kind == 'P' && !relations.large() && relations.live() != null) {
      return new Population(
          like.fresh(), relations.live(), relations.cells(), guide, random.nextLong());
    }
    return kind == 'J'
        ? new Backjumping(like.fresh(), relations, guide, random.nextLong(), jumps++ > 0)
        : new DirectedSearch(like.fresh(), guide, random.nextLong());
  }
}
