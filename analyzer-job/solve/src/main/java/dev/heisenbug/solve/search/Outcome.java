package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Schedule;
import java.util.List;

/** What one search attempt came to. */
public sealed interface Outcome {
  /** Nothing another attempt could add. */
  default boolean decides() {
    return this instanceof Solved || this instanceof Refuted;
  }

  /** A schedule the engine believes in; the checker has the last word. */
  record Solved(Schedule schedule) implements Outcome {}

  /** Every schedule was looked at (up to equivalence) and none fits. */
  record Exhausted() implements Outcome {}

  /**
   * A formula of the whole trace has no model.
   *
   * @param core reasons that cannot hold together
   */
  record Refuted(List<String> core) implements Outcome {}

  /**
   * Gave up.
   *
   * @param best number of steps of the longest attempt
   * @param obstacle what stopped it, in source terms
   */
  record GaveUp(int best, String obstacle) implements Outcome {}
}
