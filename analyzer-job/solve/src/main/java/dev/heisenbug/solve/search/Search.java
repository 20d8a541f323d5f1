package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.solve.Budget;

/** An attempt that can be broken off and leaves something for the next to go on from. */
interface Search {
  /**
   * @param stall steps without getting further after which it breaks off
   */
  Outcome run(Budget budget, long stall);

  /** The steps of the execution it stands at. */
  int[] order();

  /** The condition it did not get past, or null where threads block each other. */
  Condition obstacle();

  /** Steps executed in all. */
  long steps();
}
