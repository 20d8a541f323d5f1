package dev.heisenbug.record;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Ctrl-C and a polite kill end the recorded program first, and ourselves when its recording is
 * sealed: neither an orphan nor half a bundle stays behind.
 */
final class Interruption implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int SEALING_SECONDS = 60;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "heisenbug-interruption");
  private Process process;
  private boolean script;
  private boolean requested;

  Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * The program that is to end with us from now on.
   *
   * @param startsOthers whether it is a script that starts JVMs
   */
  synchronized void ends(Process started, boolean startsOthers) {
    process = started;
    script = startsOthers;
    if (requested) {
      told(started).forEach(ProcessHandle::destroy);
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
        end(running);
      }
      done.await(SEALING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A script does not pass on what it is told, so the JVM that it started is told, too. */
  private synchronized List<ProcessHandle> told(Process running) {
    Stream<ProcessHandle> children = script ? running.descendants() : Stream.empty();
    return Stream.concat(children, Stream.of(running.toHandle())).toList();
  }

  private void end(Process running) throws InterruptedException {
    List<ProcessHandle> told = told(running);
    List<ProcessHandle> others = running.descendants().filter(p -> !told.contains(p)).toList();
    told.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (ProcessHandle one : told) {
      try {
        one.onExit().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException | TimeoutException e) {
        one.destroyForcibly();
      }
    }
    others.forEach(ProcessHandle::destroyForcibly);
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
