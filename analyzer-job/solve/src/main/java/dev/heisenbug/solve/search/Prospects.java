package dev.heisenbug.solve.search;

/** Asks of every cell, after each access to it, whether what is still to come can go well. */
final class Prospects {
  private final CellPlans plans;
  private final CellSearch[] searches;
  private final CellState state;
  private final int[] rank;
  private long steps;

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
    boolean result = searches[c].hopeless(e);
    steps += searches[c].steps();
    return result;
  }

  /** Accesses executed to find out. */
  long steps() {
    return steps;
  }
}
