package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.Sort;
import java.util.Arrays;

/** Values from {@code lo} to {@code hi}, both included; the ends of {@code long} stand for more. */
record Range(long lo, long hi) {
  private static final Range[] ALL = new Range[Sort.values().length];
  private static final Range[] SMALL = new Range[256];

  static {
    for (Sort sort : Sort.values()) {
      ALL[sort.ordinal()] = every(sort);
    }
    Arrays.setAll(SMALL, i -> new Range(i, i));
  }

  static Range of(long value) {
    return value >= 0 && value < SMALL.length ? SMALL[(int) value] : new Range(value, value);
  }

  /** Every value of a sort. */
  static Range all(Sort sort) {
    return ALL[sort.ordinal()];
  }

  private static Range every(Sort sort) {
    return switch (sort) {
      case BOOL -> new Range(0, 1);
      case I8, I16, I32 -> new Range(-(1L << (sort.bits() - 1)), (1L << (sort.bits() - 1)) - 1);
      case I64, REF, F32, F64 -> new Range(Long.MIN_VALUE, Long.MAX_VALUE);
    };
  }

  /** Both, where null is nothing. */
  static Range hull(Range x, Range y) {
    return x == null ? y : y == null ? x : new Range(Math.min(x.lo, y.lo), Math.max(x.hi, y.hi));
  }

  Range plus(Range other) {
    return new Range(add(lo, other.lo), add(hi, other.hi));
  }

  private static long add(long x, long y) {
    long sum = x + y;
    boolean overflow = ((x ^ sum) & (y ^ sum)) < 0;
    return overflow ? (x < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  Range negated() {
    return lo == Long.MIN_VALUE ? new Range(Long.MIN_VALUE, Long.MAX_VALUE) : new Range(-hi, -lo);
  }

  /** With 0, for what may or may not be added. */
  Range andZero() {
    return new Range(Math.min(lo, 0), Math.max(hi, 0));
  }

  /** This range if arithmetic of the sort cannot have wrapped around, else all of the sort. */
  Range within(Sort sort) {
    Range all = all(sort);
    boolean fits = lo >= all.lo && hi <= all.hi && lo > Long.MIN_VALUE && hi < Long.MAX_VALUE;
    return fits ? this : all;
  }

  boolean isOne() {
    return lo == hi;
  }

  @Override
  public String toString() {
    return isOne() ? "always " + lo : "from " + lo + " to " + hi;
  }
}
