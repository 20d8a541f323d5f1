package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.SolveStats;
import java.time.Duration;

/**
 * Conflict-directed search and repair by turns, each going on from the order the other reached: the
 * first is systematic near the front, the second follows a slope over long distances.
 */
final class Relay {
  private static final long FIRST_MILLIS = 500;
  private static final int EVENTS_PER_MILLI = 50;

  private final Machine like;
  private final Relations relations;
  private final SolveStats stats;
  private int[] guide;
  private long seed;

  Relay(Machine like, Relations relations, int[] guide, long seed, SolveStats stats) {
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
    boolean jump = jumpFirst && !problem.model.relaxed();
    long millis = FIRST_MILLIS + problem.events / EVENTS_PER_MILLI;
    Outcome best = null;
    for (int turn = 0; ; turn++) {
      Search search = jump ? jumping() : directed();
      boolean alone = problem.model.relaxed();
      Outcome outcome = search.run(alone ? budget : budget.within(Duration.ofMillis(millis)));
      stats.add("search.steps", search.steps());
      best = Race.better(best, outcome);
      if (best.decides() || budget.exhausted()) {
        return best;
      }
      guide = Guide.after(problem, search.order(), guide);
      jump = !jump;
      millis = turn % 2 == 1 ? millis * 2 : millis;
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
