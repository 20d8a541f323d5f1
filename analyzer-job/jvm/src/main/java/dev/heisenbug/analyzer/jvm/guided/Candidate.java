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
  List<PlanStep> withoutDelays() {
    return plan().stream()
        .filter(p -> p.kind().isTurn() || p.kind() == PlanStep.Kind.HASHES)
        .toList();
  }

  /** Whether it needs other identity hashes than usual. */
  boolean hasHashes() {
    return !hashes(plan()).isEmpty();
  }

  /** What a plan says of hashes, which is no matter of counters. */
  static List<PlanStep> hashes(List<PlanStep> plan) {
    return plan.stream().filter(p -> p.kind() == PlanStep.Kind.HASHES).toList();
  }

  /** The plan without all that is not a turn. */
  List<PlanStep> turns() {
    return plan().stream().filter(p -> p.kind().isTurn()).toList();
  }
}
