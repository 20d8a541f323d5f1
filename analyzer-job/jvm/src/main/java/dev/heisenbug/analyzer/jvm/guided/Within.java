package dev.heisenbug.analyzer.jvm.guided;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Keeps what listens to interrupts, such as reading a log, within a budget. */
final class Within {
  private Within() {}

  /** What the work gives, or something else when its time is over or it failed. */
  static <T> T time(Duration most, Callable<T> work, T otherwise) throws InterruptedException {
    try (ExecutorService one = Executors.newSingleThreadExecutor()) {
      Future<T> future = one.submit(work);
      try {
        return future.get(Math.max(0, most.toNanos()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException | TimeoutException e) {
        return otherwise;
      } finally {
        future.cancel(true);
      }
    }
  }
}
