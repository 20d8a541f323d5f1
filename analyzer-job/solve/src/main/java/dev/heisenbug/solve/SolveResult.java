package dev.heisenbug.solve;

import java.util.List;

/** Three-valued outcome of a solve; nothing is folded into anything else. */
public sealed interface SolveResult {
  SolveStats stats();

  /**
   * A schedule that the independent checker accepted.
   *
   * @param contextSwitches of the schedule as returned
   */
  record Found(Schedule schedule, int contextSwitches, SolveStats stats) implements SolveResult {}

  /**
   * No schedule exists under the model and the facts used.
   *
   * @param diagnosis one sentence
   * @param core source-level reasons that cannot hold together; small, not always minimal
   */
  record Infeasible(String diagnosis, List<String> core, SolveStats stats) implements SolveResult {
    public Infeasible {
      core = List.copyOf(core);
    }
  }

  /**
   * Not decided.
   *
   * @param reason out of time, out of memory, cancelled
   * @param reached how far the best attempt came
   */
  record Unknown(String reason, String reached, SolveStats stats) implements SolveResult {}
}
