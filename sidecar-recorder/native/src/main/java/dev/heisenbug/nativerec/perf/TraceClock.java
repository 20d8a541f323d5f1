package dev.heisenbug.nativerec.perf;

import dev.heisenbug.nativerec.sys.Tsc;
import java.util.concurrent.TimeUnit;

/**
 * The TSC, and how it converts into the nanoseconds of perf records. No two readings are closer
 * than a few nanoseconds, so that records and packets keep their order in either unit.
 */
public final class TraceClock {
  private static final int SHIFT = 22;
  private static final long APART = 32;
  private static final long MEASURE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final long mult;
  private final long zero;
  private final double ticksPerNano;
  private long last;

  public TraceClock() {
    long tsc0 = Tsc.read();
    long nano0 = System.nanoTime();
    try {
      TimeUnit.NANOSECONDS.sleep(MEASURE_NS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long ticks = Tsc.read() - tsc0;
    long nanos = Math.max(1, System.nanoTime() - nano0);
    this.ticksPerNano = Math.max(1, ticks) / (double) nanos;
    this.mult = Math.max(1, Math.round((1L << SHIFT) / ticksPerNano));
    this.zero = nano0 - scale(tsc0);
  }

  private long scale(long tsc) {
    long quotient = tsc >>> SHIFT;
    long remainder = tsc & (1L << SHIFT) - 1;
    return quotient * mult + (remainder * mult >>> SHIFT);
  }

  /** A TSC value later than all before. */
  public long now() {
    last = Math.max(Tsc.read(), last + APART);
    return last;
  }

  public long nanos(long tsc) {
    return zero + scale(tsc);
  }

  public int shift() {
    return SHIFT;
  }

  public long mult() {
    return mult;
  }

  public long zero() {
    return zero;
  }

  /** Frequency of the TSC in ticks per nanosecond. */
  public double ticksPerNano() {
    return ticksPerNano;
  }
}
