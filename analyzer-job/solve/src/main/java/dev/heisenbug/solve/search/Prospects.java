package dev.heisenbug.solve.search;

/** Asks of every cell, after each access to it, whether what is still to come can go well. */
final class Prospects {
  private static final int FIRST_EFFORT = 500;
  private static final int MOST_EFFORT = 100_000;

  private final CellPlans plans;
  private final CellSearch[] searches;
  private final CellState state;
  private final int[] rank;
  private long steps;
  private int effort = FIRST_EFFORT;

  Prospects(CellPlans plans, Machine machine, int[] rank) {
    this.plans = plans;
    this.rank = rank;
    this.state = new CellState(machine);
    this.searches = new CellSearch[plans.cells.size()];
  }

  /** After this event, no order of the accesses to its cell that are left satisfies all of them. */
  boolean hopeless(int e) {
    int c = plans.cellOf[e];
    if (c < 0) {
      return false;
    }
    if (searches[c] == null) {
      searches[c] = new CellSearch(plans.cells.get(c), plans.known, state, rank);
    }
    steps -= searches[c].steps();
    boolean result = searches[c].hopeless(e, effort);
    steps += searches[c].steps();
    return result;
  }

  /** How hard to try from now on, as a multiple of how hard at first. */
  void tryHarder(int times) {
    effort = Math.min(MOST_EFFORT, FIRST_EFFORT * times);
  }

  /** Accesses executed to find out. */
  long steps() {
    return steps;
  }
}
