package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings.Policy;
import dev.heisenbug.launch.RunSettings.Visit;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Random schedules until the recorded failure shows. It needs no model of the program, so it works
 * where expressions are unknown.
 *
 * <p>A third of the runs stay close to the recording: they begin like the run that has followed it
 * furthest and go on along its clocks, with detours. The others do not look at it, for a recording
 * can mislead, too: a loop that waits is not the same twice. When the first runs have not shown it,
 * every second run changes priorities where threads share something ({@link Focus}), and so do most
 * of those that would stay close to a recording along which no run gets further.
 */
final class RandomSearch {
  private static final int KINDS = 3;
  private static final int RUNS_BEFORE_FOCUS = 2;

  /** So many runs along the recording that get no further make others of their kind rare. */
  private static final int VAIN = 3;

  private static final int RARE = 4;
  private final Runs runs;
  private final int workers;
  private final Random random = new Random(1);
  private final Survey survey;
  private final boolean weak;
  private RunOutcome furthest;
  private long seed;
  private int length;
  private int vain;

  RandomSearch(Runs runs, int workers, RunOutcome first, Survey survey) {
    this.runs = runs;
    this.workers = workers;
    this.survey = survey;
    weak = !runs.model().equals("sc");
    furthest = first;
    length = points(first);
  }

  /** Says whether a candidate is good for replay, and with which plan; null if it is not. */
  interface Confirmation {
    Candidate confirm(Candidate candidate) throws IOException, InterruptedException;
  }

  /** Returns null when time is up. */
  Candidate search(long deadline, Progress progress, Confirmation confirmation)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(workers + 1);
    try {
      ExecutorCompletionService<RunOutcome> done = new ExecutorCompletionService<>(pool);
      for (int i = 0; i < workers; i++) {
        submit(done, ++seed);
      }
      while (System.nanoTime() < deadline) {
        RunOutcome outcome = done.take().get();
        learn(outcome);
        if (runs.failed(outcome)) {
          Candidate confirmed = confirmation.confirm(new Candidate("search", outcome));
          if (confirmed != null) {
            return confirmed;
          }
        }
        progress.note("searching under " + runs.model() + ", " + seed + " schedules tried");
        submit(done, ++seed);
        if (seed > RUNS_BEFORE_FOCUS && survey.begins()) {
          pool.submit(survey);
        }
      }
      return null;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private void learn(RunOutcome outcome) {
    length = Math.max(length, points(outcome));
    if (outcome.matched() > furthest.matched()) {
      furthest = outcome;
      vain = 0;
    } else if (!outcome.mismatches().isEmpty()) {
      vain++;
    }
  }

  private static int points(RunOutcome outcome) {
    return outcome.threads().stream().mapToInt(RunOutcome.ThreadState::points).sum();
  }

  private void submit(ExecutorCompletionService<RunOutcome> done, long number) {
    int kind = (int) (number % KINDS);
    Focus where = survey.focus();
    boolean stuck = kind == 0 && vain >= VAIN && number / KINDS % RARE > 0;
    if (where != null && (stuck || number % 2 == 0)) {
      List<Visit> watch = where.choose(random, weak);
      done.submit(() -> runs.watching(watch, number));
    } else if (kind == 0) {
      List<PlanStep> prefix = prefix();
      done.submit(() -> runs.wander(prefix, number));
    } else {
      Policy policy = kind == 1 ? Policy.PRIORITY : Policy.RANDOM;
      int points = length;
      done.submit(() -> runs.random(policy, number, points));
    }
  }

  /** How the furthest run began: rather most of it than little. */
  private List<PlanStep> prefix() {
    List<PlanStep> plan = furthest.plan();
    double cut = Math.pow(random.nextDouble(), 3);
    return plan.subList(0, (int) (plan.size() * (1 - cut)));
  }
}
