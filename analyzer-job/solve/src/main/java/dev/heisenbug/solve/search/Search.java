package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;

/** An attempt that can be broken off and leaves something for the next to go on from. */
interface Search {
  /**
   * @param stall steps without getting further after which it breaks off
   */
  Outcome run(Budget budget, long stall);

  /** The steps of the execution it stands at. */
  int[] order();

  /** Steps executed in all. */
  long steps();
}
