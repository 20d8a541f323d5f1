package dev.heisenbug.solve.search;

import java.util.Arrays;

/** A range for each of some values; an outcome holds for all values inside, not only for one. */
final class Box {
  static final long LEAST = Long.MIN_VALUE;
  static final long MOST = Long.MAX_VALUE;

  long[] lo = new long[16];
  long[] hi = new long[16];
  int size;

  /** Becomes the box of everything. */
  void open(int values) {
    size = values;
    if (values > lo.length) {
      lo = new long[values * 2];
      hi = new long[values * 2];
    }
    Arrays.fill(lo, 0, values, LEAST);
    Arrays.fill(hi, 0, values, MOST);
  }

  void narrow(int i, long least, long most) {
    lo[i] = Math.max(lo[i], least);
    hi[i] = Math.min(hi[i], most);
  }

  boolean isOpen(int i) {
    return lo[i] == LEAST && hi[i] == MOST;
  }
}
