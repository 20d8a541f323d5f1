package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Schedule;

/** What one search attempt came to. */
public sealed interface Outcome {
  /** A schedule the engine believes in; the checker has the last word. */
  record Solved(Schedule schedule) implements Outcome {}

  /** Every schedule was looked at (up to equivalence) and none fits. */
  record Exhausted() implements Outcome {}

  /**
   * Gave up.
   *
   * @param best number of steps of the longest attempt
   * @param obstacle what stopped it, in source terms
   */
  record GaveUp(int best, String obstacle) implements Outcome {}
}
