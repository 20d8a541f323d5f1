package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a plan short by leaving handovers out and running it again: what a thread does not do in a
 * stretch that was left out, it does in its next one.
 */
final class PlanMinimiser {
  private final Runs runs;
  private final long deadline;

  PlanMinimiser(Runs runs, long deadline) {
    this.runs = runs;
    this.deadline = deadline;
  }

  Candidate minimise(Candidate start) throws IOException, InterruptedException {
    Candidate best = start;
    int chunk = Math.max(1, best.plan().size() / 2);
    while (chunk >= 1) {
      boolean shorter = false;
      for (int at = 0; at < best.plan().size() && System.nanoTime() < deadline; ) {
        RunOutcome outcome = runs.attempt(without(best.plan(), at, chunk));
        if (runs.failed(outcome) && outcome.plan().size() < best.plan().size()) {
          best = new Candidate(best.provenance(), outcome);
          shorter = true;
        } else {
          at += chunk;
        }
      }
      if (System.nanoTime() >= deadline) {
        return best;
      }
      chunk = shorter && chunk == 1 ? 1 : chunk / 2;
    }
    return best;
  }

  private static List<PlanStep> without(List<PlanStep> plan, int at, int count) {
    List<PlanStep> rest = new ArrayList<>(plan.subList(0, at));
    rest.addAll(plan.subList(Math.min(plan.size(), at + count), plan.size()));
    return rest;
  }
}
