package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.SolveStats;
import java.util.SplittableRandom;

/**
 * Conflict-directed search and repair by turns, each going on from the order the other reached: the
 * first is systematic near the front, the second follows a slope over long distances.
 */
final class Relay {
  private static final long FIRST_STALL = 2_000_000;

  /** One turn of these is the conflict-directed search's. */
  private static final int TURNS = 5;

  /** Windows may take this part of the time. */
  private static final int WINDOW_SHARE = 5;

  private final Machine like;
  private final Relations relations;
  private final SolveStats stats;
  private final WindowRepair windows;
  private final int[] first;
  private final SplittableRandom random;
  private final long begun = System.nanoTime();
  private long inWindows;
  private int[] guide;

  Relay(
      Machine like,
      Relations relations,
      int[] guide,
      long seed,
      SolveStats stats,
      WindowRepair windows) {
    this.windows = windows;
    this.like = like;
    this.relations = relations;
    this.guide = guide;
    this.first = guide;
    this.random = new SplittableRandom(seed);
    this.stats = stats;
  }

  /**
   * @param jumpFirst whether the conflict-directed search takes the first turn
   */
  Outcome run(boolean jumpFirst, Budget budget) {
    Problem problem = like.problem;
    boolean alone = problem.model.relaxed();
    long stall = alone ? Long.MAX_VALUE : FIRST_STALL + 4L * problem.events;
    Outcome best = null;
    for (int turn = jumpFirst ? 0 : 1; ; turn++) {
      boolean jump = turn % TURNS == 0 && !alone;
      Search search = jump ? jumping() : directed();
      // A step of repair is cheaper, and it takes more of them to climb a slope.
      Outcome outcome = search.run(budget, stall);
      stats.add("search.steps", search.steps());
      boolean further = best == null || Race.better(best, outcome) != best;
      best = further ? outcome : best;
      if (best.decides() || budget.exhausted()) {
        return best;
      }
      goOn(search, further, budget);
      stall = turn % TURNS == 2 ? stall * 2 : stall;
    }
  }

  /**
   * Past the obstacle if a window around it can be solved; else on from there if that is further
   * than any turn before came, and from the start again if not.
   */
  private void goOn(Search search, boolean further, Budget budget) {
    int[] order = search.order();
    int[] reached = Guide.after(like.problem, order, guide);
    if (search.obstacle() != null && inWindows <= (System.nanoTime() - begun) / WINDOW_SHARE) {
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

  private Search jumping() {
    return new Backjumping(like.fresh(), relations, guide, random.nextLong());
  }

  private Search directed() {
    return new DirectedSearch(like.fresh(), relations, guide, random.nextLong());
  }
}
