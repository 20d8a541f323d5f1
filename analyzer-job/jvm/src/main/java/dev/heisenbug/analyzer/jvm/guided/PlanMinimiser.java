package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes a plan short by leaving turns out and running it again: what a thread does not do in a turn
 * that was left out, it does in its next one. A plan that nobody could read gets more time, as long
 * as it becomes shorter.
 */
final class PlanMinimiser {
  private static final int READABLE = 30;
  private static final int MORE = 3;
  private final Runs runs;
  private final int workers;
  private final Duration budget;
  private final long deadline;
  private final long usual;
  private long shortened;
  private final Set<List<PlanStep>> tried = new HashSet<>();

  /**
   * @param budget the usual time
   * @param deadline until when it must be done in any case
   */
  PlanMinimiser(Runs runs, int workers, Duration budget, long deadline) {
    this.runs = runs;
    this.workers = workers;
    this.deadline = deadline;
    this.budget = budget;
    usual = System.nanoTime() + budget.toNanos();
    shortened = System.nanoTime();
  }

  Candidate minimise(Candidate start) throws IOException, InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      Candidate best = start;
      int chunk = Math.max(1, best.plan().size() / 2);
      while (chunk >= 1 && hasTime(best)) {
        Candidate shorter = withoutChunks(best, chunk, pool);
        chunk = shorter != best && chunk == 1 ? 1 : Math.min(chunk, shorter.plan().size()) / 2;
        best = shorter;
      }
      return best;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  /** The usual time; more while the plan is long and has become shorter not long ago. */
  private boolean hasTime(Candidate best) {
    long now = System.nanoTime();
    return now < Math.min(usual, deadline)
        || now < deadline
            && best.plan().size() > READABLE
            && now < Math.min(shortened + budget.toNanos(), usual + MORE * budget.toNanos());
  }

  /** Leaves out each chunk of this size that the failure does not need. */
  private Candidate withoutChunks(Candidate start, int chunk, ExecutorService pool)
      throws InterruptedException, ExecutionException {
    Candidate best = start;
    int at = 0;
    while (at < best.plan().size() && hasTime(best)) {
      List<Future<RunOutcome>> attempts = new ArrayList<>();
      while (attempts.size() < workers && at < best.plan().size()) {
        List<PlanStep> plan = without(best.plan(), at, chunk);
        if (tried.add(plan)) {
          attempts.add(pool.submit(() -> runs.attempt(plan)));
        }
        at += chunk;
      }
      Candidate shorter = best;
      for (Future<RunOutcome> attempt : attempts) {
        RunOutcome outcome = attempt.get();
        if (runs.failed(outcome) && outcome.plan().size() < shorter.plan().size()) {
          shorter = new Candidate(best.provenance(), outcome);
        }
      }
      if (shorter != best) {
        at = Math.max(0, at - attempts.size() * chunk);
        best = shorter;
        shortened = System.nanoTime();
      }
    }
    return best;
  }

  private static List<PlanStep> without(List<PlanStep> plan, int at, int count) {
    List<PlanStep> rest = new ArrayList<>(plan.subList(0, at));
    rest.addAll(plan.subList(Math.min(plan.size(), at + count), plan.size()));
    return rest;
  }
}
