package dev.heisenbug.solve;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** One deadline and one cancel switch for everything a solve does. */
public final class Budget {
  private final long end;
  private final BooleanSupplier cancelled;
  private volatile boolean stopped;

  public Budget(Duration time, BooleanSupplier cancelled) {
    this.end = System.nanoTime() + Math.min(time.toNanos(), Long.MAX_VALUE / 4);
    this.cancelled = cancelled;
  }

  /** A budget that also ends with this one. */
  public Budget within(Duration time) {
    long left = Math.min(time.toNanos(), Math.max(0, end - System.nanoTime()));
    return new Budget(Duration.ofNanos(left), this::exhausted);
  }

  public boolean exhausted() {
    if (!stopped && (System.nanoTime() - end >= 0 || cancelled.getAsBoolean())) {
      stopped = true;
    }
    return stopped;
  }

  /** Ends the budget now, for workers that lost a race. */
  public void stop() {
    stopped = true;
  }

  public long millisLeft() {
    return Math.max(0, (end - System.nanoTime()) / 1_000_000);
  }
}
