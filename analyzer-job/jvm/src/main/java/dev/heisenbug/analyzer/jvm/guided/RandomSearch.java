package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.launch.RunOutcome;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The last resort: random schedules until the recorded failure shows. It needs no model of the
 * program, so it works where expressions are unknown.
 */
final class RandomSearch {
  private final Runs runs;
  private final int workers;

  RandomSearch(Runs runs, int workers) {
    this.runs = runs;
    this.workers = workers;
  }

  /** Says whether a candidate is good for replay, and with which plan; null if it is not. */
  interface Confirmation {
    Candidate confirm(Candidate candidate) throws IOException, InterruptedException;
  }

  /** Returns null when time is up. */
  Candidate search(long deadline, Progress progress, Confirmation confirmation)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try {
      ExecutorCompletionService<RunOutcome> done = new ExecutorCompletionService<>(pool);
      long seed = 0;
      while (seed < workers) {
        submit(done, ++seed);
      }
      while (System.nanoTime() < deadline) {
        RunOutcome outcome = done.take().get();
        if (runs.failed(outcome)) {
          Candidate confirmed = confirmation.confirm(new Candidate("search", outcome));
          if (confirmed != null) {
            return confirmed;
          }
        }
        progress.note("searching, " + seed + " schedules tried");
        submit(done, ++seed);
      }
      return null;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private void submit(ExecutorCompletionService<RunOutcome> done, long seed) {
    done.submit(() -> runs.random(seed));
  }
}
