package dev.heisenbug.solve.search;

import java.util.Arrays;

/**
 * The choices a failure is blamed on: the latest by number, and for the rest, which would take long
 * to find out, every choice older than some place.
 *
 * @param members choices to blame, ascending
 * @param tail all choices below this number are to blame as well
 */
record Conflict(int[] members, int tail) {
  static final Conflict NONE = new Conflict(new int[0], 0);

  /** The latest choice to blame, or -1. */
  int latest() {
    int last = members.length == 0 ? -1 : members[members.length - 1];
    return Math.max(last, tail - 1);
  }

  /** Blames all but the latest choice. */
  Conflict withoutLatest() {
    return and(NONE);
  }

  /** Both, without this one's latest choice, which is no older than any of the other's. */
  Conflict and(Conflict other) {
    int without = latest();
    int cut = Math.min(Math.max(tail, other.tail), without);
    int[] a = members;
    int[] b = other.members;
    int[] result = new int[a.length + b.length];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      int next = j == b.length || (i < a.length && a[i] <= b[j]) ? a[i] : b[j];
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      if (next != without && next >= cut) {
        result[n++] = next;
      }
    }
    return new Conflict(n == result.length ? result : Arrays.copyOf(result, n), Math.max(cut, 0));
  }
}
