package dev.heisenbug.solve.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a solve that is interrupted (Ctrl-C, SIGTERM) end by itself and say what it reached: the
 * process is held back until that is printed, but not for long.
 */
final class Interruption implements AutoCloseable {
  private static final long MOST_MILLIS = 1_900;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::ending, "interruption");
  private volatile boolean asked;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  boolean asked() {
    return asked;
  }

  private void ending() {
    asked = true;
    try {
      done.await(MOST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    if (!asked) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending already: the hook runs and sees that all is done.
      }
    }
  }
}
