package dev.heisenbug.decode.perf;

/** Between the TSC and perf's clock in nanoseconds, with the numbers the kernel publishes. */
public record ClockConversion(int shift, long mult, long zero) {
  public long toNanos(long tsc) {
    long quotient = tsc >>> shift;
    long remainder = tsc & (1L << shift) - 1;
    return zero + quotient * mult + (remainder * mult >>> shift);
  }

  public long toTsc(long nanos) {
    long t = nanos - zero;
    long quotient = Long.divideUnsigned(t, mult);
    long remainder = Long.remainderUnsigned(t, mult);
    return (quotient << shift) + Long.divideUnsigned(remainder << shift, mult);
  }
}
