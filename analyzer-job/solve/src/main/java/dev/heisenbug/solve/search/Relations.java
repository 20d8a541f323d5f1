package dev.heisenbug.solve.search;

import dev.heisenbug.solve.order.HappensBefore;

/** What all searches over one problem look up and none changes; made when first asked for. */
final class Relations {
  /** Clocks of a trace larger than this are not kept: order then counts as open more often. */
  private static final long MOST_CLOCK_BYTES = 512L << 20;

  /** Events above which random executions side by side, or looking at cells, take too long. */
  private static final int MOST_EVENTS = 300_000;

  private final Problem problem;
  private final HappensBefore known;
  private boolean made;
  private LiveValues live;
  private CellPlans cells;

  private Relations(Problem problem, HappensBefore known) {
    this.problem = problem;
    this.known = known;
  }

  static Relations of(Problem problem) {
    boolean fits = HappensBefore.bytes(problem.trace) <= MOST_CLOCK_BYTES;
    return new Relations(
        problem, fits ? new HappensBefore(problem.trace, problem.facts, true) : null);
  }

  /** Order that every schedule keeps; null where its clocks would not fit. */
  HappensBefore known() {
    return known;
  }

  /** Too large for searches that keep much for each execution. */
  boolean large() {
    return problem.events > MOST_EVENTS;
  }

  /** Values that threads still need; null where that is too much. */
  synchronized LiveValues live() {
    make();
    return live;
  }

  /** Cells to look at by themselves; null for none. */
  synchronized CellPlans cells() {
    if (!large()) {
      make();
    }
    return cells;
  }

  private void make() {
    if (!made) {
      live = LiveValues.of(problem);
      cells = large() ? null : CellPlans.of(problem, known);
    }
    made = true;
  }
}
