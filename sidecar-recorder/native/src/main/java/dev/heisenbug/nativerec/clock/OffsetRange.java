package dev.heisenbug.nativerec.clock;

/**
 * How much the clock of processor {@code b} is ahead of that of {@code a}, in ticks (ReCBuLC 3.3).
 *
 * @param low the offset is greater than this, for certain (scheme 1)
 * @param high the offset is less than this, for certain
 * @param rounds tests behind low and high
 * @param estimate the offset by statistics (scheme 2), NaN when it could not be measured
 * @param margin the true offset is within estimate ± margin with {@code confidence}
 */
public record OffsetRange(
    int a,
    int b,
    long low,
    long high,
    int rounds,
    double estimate,
    double margin,
    double confidence) {

  /** Whether two measurements cannot both be true: a clock moved, or a measurement was wrong. */
  public boolean contradicts(OffsetRange other) {
    return high <= other.low || other.high <= low;
  }

  /** Whether the range is one that clocks can have. */
  public boolean possible() {
    return low < high;
  }
}
