package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.SolveStats;

/**
 * Conflict-directed search and repair by turns, each going on from the order the other reached: the
 * first is systematic near the front, the second follows a slope over long distances.
 */
final class Relay {
  private static final long FIRST_STALL = 2_000_000;

  private final Machine like;
  private final Relations relations;
  private final SolveStats stats;
  private final WindowRepair windows;
  private int[] guide;
  private long seed;

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
    this.seed = seed;
    this.stats = stats;
  }

  /**
   * @param jumpFirst whether the conflict-directed search takes the first turn
   */
  Outcome run(boolean jumpFirst, Budget budget) {
    Problem problem = like.problem;
    boolean alone = problem.model.relaxed();
    boolean jump = jumpFirst && !alone;
    long stall = alone ? Long.MAX_VALUE : FIRST_STALL + 4L * problem.events;
    Outcome best = null;
    for (int turn = 0; ; turn++) {
      Search search = jump ? jumping() : directed();
      // A step of repair is cheaper, and it takes more of them to climb a slope.
      Outcome outcome = search.run(budget, jump || alone ? stall : 4 * stall);
      stats.add("search.steps", search.steps());
      best = Race.better(best, outcome);
      if (best.decides() || budget.exhausted()) {
        return best;
      }
      int[] order = search.order();
      guide = Guide.after(problem, order, guide);
      if (!alone && search.obstacle() != null) {
        int[] repaired = windows.repair(like, guide, order.length, search.obstacle(), budget);
        guide = repaired == null ? guide : repaired;
      }
      jump = !jump;
      stall = turn % 2 == 1 ? stall * 2 : stall;
      seed += 1_000_003;
    }
  }

  private Search jumping() {
    return new Backjumping(like.fresh(), relations, guide, seed);
  }

  private Search directed() {
    return new DirectedSearch(like.fresh(), relations, guide, seed);
  }
}
