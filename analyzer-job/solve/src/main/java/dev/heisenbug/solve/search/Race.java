package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/** Runs several attempts at once and takes the first that decides. */
final class Race {
  private Race() {}

  /**
   * @param attempt makes an outcome from a worker number and a budget that ends when another wins
   */
  static Outcome run(int workers, Budget budget, BiFunction<Integer, Budget, Outcome> attempt) {
    Budget shared = budget.within(Duration.ofMillis(budget.millisLeft()));
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      ExecutorCompletionService<Outcome> done = new ExecutorCompletionService<>(pool);
      List<Future<Outcome>> all = new ArrayList<>();
      for (int w = 0; w < workers; w++) {
        int worker = w;
        all.add(done.submit(() -> attempt.apply(worker, shared)));
      }
      Outcome best = null;
      for (int i = 0; i < all.size(); i++) {
        best = better(best, done.take().get());
        if (best.decides()) {
          shared.stop();
        }
      }
      return best;
    } catch (InterruptedException e) {
      shared.stop();
      Thread.currentThread().interrupt();
      return new Outcome.GaveUp(0, "interrupted");
    } catch (ExecutionException e) {
      shared.stop();
      throw new IllegalStateException(e.getCause());
    }
  }

  /** The outcome that decides, else the one that came further. */
  static Outcome better(Outcome x, Outcome y) {
    if (y == null || (x != null && x.decides())) {
      return x;
    }
    boolean further =
        x instanceof Outcome.GaveUp a && y instanceof Outcome.GaveUp b && a.best() >= b.best();
    return further ? x : y;
  }
}
