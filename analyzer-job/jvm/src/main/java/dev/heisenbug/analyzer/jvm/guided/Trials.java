package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tries plans, as many at a time as there are processors. */
final class Trials implements AutoCloseable {
  /** However long a run takes, so many rounds of them are worth it. */
  private static final int ROUNDS = 20;

  private final Runs runs;
  private final int workers;
  private final long usual;
  private final long latest;
  private final ExecutorService pool;
  private int rounds;

  /**
   * @param usual until when new plans are tried, if runs do not take long
   * @param latest until when they are in any case
   */
  Trials(Runs runs, int workers, long usual, long latest) {
    this.runs = runs;
    this.workers = workers;
    this.usual = usual;
    this.latest = latest;
    pool = Executors.newFixedThreadPool(workers);
  }

  /** A plan and what came of it. */
  record Trial(List<PlanStep> plan, RunOutcome outcome) {
    int steps() {
      return outcome.plan().size();
    }
  }

  /**
   * The plan whose run failed in the fewest steps.
   *
   * @param start one that failed
   * @param enough at so many steps no further plan is tried
   */
  Trial shortest(Trial start, Iterator<List<PlanStep>> plans, int enough)
      throws IOException, InterruptedException {
    Trial best = start;
    while (best.steps() > enough && plans.hasNext() && hasTime()) {
      List<List<PlanStep>> round = new ArrayList<>();
      while (round.size() < workers && plans.hasNext()) {
        round.add(plans.next());
      }
      for (Trial trial : tried(round)) {
        boolean shorter = trial.steps() < best.steps();
        best = shorter && runs.failed(trial.outcome()) ? trial : best;
      }
    }
    return best;
  }

  /**
   * The shortest beginning of a plan behind which things have gone wrong, found by halves.
   *
   * @param whole the plan, which failed
   * @param exact so many steps too many do not matter
   */
  Trial enough(Trial whole, int exact) throws IOException, InterruptedException {
    Trial enough = whole;
    int few = 0;
    while (enough.plan().size() - few > exact && hasTime()) {
      int size = enough.plan().size();
      int part = Math.max(1, (size - few) / (workers + 1));
      List<List<PlanStep>> round = new ArrayList<>();
      for (int n = few + part; n < size && round.size() < workers; n += part) {
        round.add(whole.plan().subList(0, n));
      }
      for (Trial trial : tried(round)) {
        if (runs.failed(trial.outcome())) {
          enough = trial;
          break;
        }
        few = trial.plan().size();
      }
    }
    return enough;
  }

  private List<Trial> tried(List<List<PlanStep>> plans) throws IOException, InterruptedException {
    rounds++;
    List<Future<RunOutcome>> attempts = plans.stream().map(this::attempt).toList();
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      trials.add(new Trial(plans.get(i), outcome(attempts.get(i))));
    }
    return trials;
  }

  private Future<RunOutcome> attempt(List<PlanStep> plan) {
    List<PlanStep> copy = List.copyOf(plan);
    return pool.submit(() -> runs.attempt(copy));
  }

  private static RunOutcome outcome(Future<RunOutcome> attempt)
      throws IOException, InterruptedException {
    try {
      return attempt.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private boolean hasTime() {
    long now = System.nanoTime();
    return now < latest && (now < usual || rounds < ROUNDS);
  }

  @Override
  public void close() {
    pool.close();
  }
}
