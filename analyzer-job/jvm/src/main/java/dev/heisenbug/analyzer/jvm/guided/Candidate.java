package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import java.util.List;

/**
 * A plan that showed the recorded failure.
 *
 * @param provenance how it was found
 * @param outcome of the run that showed it; its own plan is the exact one
 */
record Candidate(String provenance, RunOutcome outcome) {
  List<PlanStep> plan() {
    return outcome.plan();
  }

  /** The plan without what it says of late stores. */
  List<PlanStep> turns() {
    return plan().stream().filter(p -> p.kind().isTurn()).toList();
  }
}
