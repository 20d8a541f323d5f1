package dev.heisenbug.analyzer.jvm.guided;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether threads are kept from being given a recorded time before one that another thread has
 * seen. No clock does that, so a schedule that fails only then tells of something else than what is
 * wrong with the program. It is better than none, but only when there has been time to look for
 * another.
 */
final class TimesInOrder {
  private static final long NEVER = Long.MAX_VALUE;
  private final Duration patience;
  private final AtomicLong until = new AtomicLong(NEVER);
  private final AtomicReference<Boolean> settled = new AtomicReference<>();

  /**
   * @param patience how long to look for another schedule when the first of this kind was found
   */
  TimesInOrder(Duration patience) {
    this.patience = patience;
  }

  boolean kept() {
    Boolean decided = settled.get();
    long end = until.get();
    return decided == null ? end == NEVER || System.nanoTime() < end : decided;
  }

  /** A schedule was refused: the time to look for another one begins, if it has not. */
  void refused() {
    until.compareAndSet(NEVER, System.nanoTime() + patience.toNanos());
  }

  /** A schedule is found that needs it so: it stays like this. */
  void settle(boolean keep) {
    settled.compareAndSet(null, keep);
  }
}
