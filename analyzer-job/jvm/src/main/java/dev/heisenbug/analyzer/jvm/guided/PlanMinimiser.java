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

  /** How many windows are tried, each as long as one of so many parts of the plan. */
  private static final int WINDOWS = 4;

  private static final int PARTS = 16;
  private static final int MORE = 3;

  /** A place in the plan is looked for up to one of so many parts; single turns come later. */
  private static final int EXACT = 8;

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
      Candidate best = windows(withoutDelays(start, pool), pool);
      best = trimmed(trimmed(best, true, pool), false, pool);
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

  /** Most failures found under a weak model need no store to be late; then none is. */
  private Candidate withoutDelays(Candidate start, ExecutorService pool)
      throws InterruptedException, ExecutionException {
    List<PlanStep> turns = start.withoutDelays();
    List<Future<RunOutcome>> attempts = new ArrayList<>();
    if (turns.size() < start.plan().size()) {
      submit(turns, pool, attempts);
    }
    return shortest(start, attempts);
  }

  /** Keeps only a small part of a long plan as long as that is enough, as it is for many races. */
  private Candidate windows(Candidate start, ExecutorService pool)
      throws InterruptedException, ExecutionException {
    Candidate best = start;
    int at = 0;
    while (best.plan().size() > READABLE && at < WINDOWS && hasTime(best)) {
      List<PlanStep> plan = best.plan();
      int size = plan.size() / PARTS;
      List<Future<RunOutcome>> attempts = new ArrayList<>();
      // What fails under any schedule needs no plan.
      submit(List.of(), pool, attempts);
      while (attempts.size() < workers && at < WINDOWS) {
        int end = plan.size() - at * (plan.size() - size) / WINDOWS;
        submit(plan.subList(end - size, end), pool, attempts);
        at++;
      }
      Candidate shorter = shortest(best, attempts);
      at = shorter != best ? 0 : at;
      best = shorter;
    }
    return best;
  }

  /**
   * Looks for the place in a long plan up to which, or from which on, its turns matter, by halves:
   * mostly that is a short time around what goes wrong.
   *
   * @param beginning whether the beginning of the plan is kept, else its end
   */
  private Candidate trimmed(Candidate start, boolean beginning, ExecutorService pool)
      throws InterruptedException, ExecutionException {
    List<PlanStep> plan = start.plan();
    Candidate best = start;
    int few = 0;
    int enough = plan.size();
    while (plan.size() > READABLE && enough - few > plan.size() / EXACT && hasTime(best)) {
      int part = Math.max(1, (enough - few) / (workers + 1));
      List<Future<RunOutcome>> attempts = new ArrayList<>();
      for (int size = few + part; size < enough && attempts.size() < workers; size += part) {
        int kept = size;
        List<PlanStep> some =
            beginning ? plan.subList(0, kept) : plan.subList(plan.size() - kept, plan.size());
        attempts.add(pool.submit(() -> runs.attempt(List.copyOf(some))));
      }
      best = shortest(best, attempts);
      int tooFew = few;
      for (Future<RunOutcome> attempt : attempts) {
        if (runs.failed(attempt.get())) {
          enough = tooFew + part;
          break;
        }
        tooFew += part;
      }
      few = tooFew;
    }
    return best;
  }

  private void submit(
      List<PlanStep> plan, ExecutorService pool, List<Future<RunOutcome>> attempts) {
    List<PlanStep> copy = List.copyOf(plan);
    if (tried.add(copy)) {
      attempts.add(pool.submit(() -> runs.attempt(copy)));
    }
  }

  private Candidate shortest(Candidate best, List<Future<RunOutcome>> attempts)
      throws InterruptedException, ExecutionException {
    Candidate shorter = best;
    for (Future<RunOutcome> attempt : attempts) {
      RunOutcome outcome = attempt.get();
      if (runs.failed(outcome) && outcome.plan().size() < shorter.plan().size()) {
        shorter = new Candidate(best.provenance(), outcome);
        shortened = System.nanoTime();
      }
    }
    return shorter;
  }

  /** Leaves out each chunk of this size that the failure does not need. */
  private Candidate withoutChunks(Candidate start, int chunk, ExecutorService pool)
      throws InterruptedException, ExecutionException {
    Candidate best = start;
    int at = 0;
    while (at < best.plan().size() && hasTime(best)) {
      List<Future<RunOutcome>> attempts = new ArrayList<>();
      while (attempts.size() < workers && at < best.plan().size()) {
        submit(without(best.plan(), at, chunk), pool, attempts);
        at += chunk;
      }
      Candidate shorter = shortest(best, attempts);
      if (shorter != best) {
        at = Math.max(0, at - attempts.size() * chunk);
        best = shorter;
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
