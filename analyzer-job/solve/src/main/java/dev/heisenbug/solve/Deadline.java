package dev.heisenbug.solve;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Keeps the promise that a solve ends soon after its budget, whatever it is in the middle of: the
 * work looks at the clock itself, but a step over millions of events on a busy machine, or a native
 * call, may come to that too late. It is then left to end by itself and its answer is not used.
 */
final class Deadline {
  /** How long the work may take to end by itself once its budget is used up. */
  private static final long GRACE_MILLIS = 1_200;

  private static final long LOOK_MILLIS = 100;

  /** Expressions may be nested deeply. */
  private static final long STACK = 256L << 20;

  private Deadline() {}

  /** The work's answer, or another one where it does not end in time or the heap is too small. */
  static SolveResult keep(
      Budget budget,
      Supplier<SolveResult> work,
      Supplier<SolveResult> late,
      Supplier<SolveResult> noRoom) {
    FutureTask<SolveResult> task = new FutureTask<>(work::get);
    Thread thread = new Thread(null, task, "solve", STACK);
    thread.setDaemon(true);
    thread.start();
    long end = Long.MAX_VALUE;
    while (true) {
      try {
        return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = System.nanoTime() / 1_000_000;
        end = end == Long.MAX_VALUE && budget.exhausted() ? now + GRACE_MILLIS : end;
        if (now > end) {
          return late.get();
        }
      } catch (InterruptedException e) {
        budget.stop();
        Thread.currentThread().interrupt();
        return late.get();
      } catch (ExecutionException e) {
        if (outOfMemory(e)) {
          budget.stop();
          return noRoom.get();
        }
        throw rethrown(e.getCause());
      }
    }
  }

  private static boolean outOfMemory(Throwable e) {
    Throwable cause = e;
    while (cause != null && !(cause instanceof OutOfMemoryError)) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  private static RuntimeException rethrown(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
  }
}
