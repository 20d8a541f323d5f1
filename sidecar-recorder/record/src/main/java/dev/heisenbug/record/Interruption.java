package dev.heisenbug.record;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and a polite kill end the recorded program first, and ourselves when its recording is
 * sealed: neither an orphan nor half a bundle stays behind.
 */
final class Interruption implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 5;
  private static final int SEALING_SECONDS = 60;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "heisenbug-interruption");
  private Process process;
  private boolean requested;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** The program that is to end with us from now on. */
  synchronized void ends(Process started) {
    process = started;
    if (requested) {
      started.destroy();
    }
  }

  /** Whether somebody wants us to end. */
  synchronized boolean requested() {
    return requested;
  }

  private synchronized Process request() {
    requested = true;
    return process;
  }

  private void end() {
    Process running = request();
    try {
      if (running != null) {
        running.destroy();
        if (!running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          running.descendants().forEach(ProcessHandle::destroyForcibly);
          running.destroyForcibly();
        }
      }
      done.await(SEALING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already.
    }
  }
}
