package dev.heisenbug.solve.search;

import java.util.Arrays;

/** Which values each thread still needs after each of its events, as lists. */
final class LiveValues {
  /** Entries of all lists together that are worth their memory. */
  private static final long MOST = 16_000_000;

  private static final int[] NONE = {};

  private final int[][] after;

  private LiveValues(int[][] after) {
    this.after = after;
  }

  /** The lists of a problem, or null where they would be too long. */
  static LiveValues of(Problem problem) {
    Liveness live = problem.eval.liveness;
    int[][] after = new int[problem.events][];
    long total = 0;
    for (int[] own : problem.byThread) {
      int[] now = NONE;
      for (int e : own) {
        int[] next = next(live, now, e);
        total += next == now ? 0 : next.length;
        now = next;
        after[e] = now;
        if (total > MOST) {
          return null;
        }
      }
    }
    return new LiveValues(after);
  }

  private static int[] next(Liveness live, int[] before, int e) {
    int born = live.birthStart[e + 1] - live.birthStart[e];
    int dead = live.deathStart[e + 1] - live.deathStart[e];
    if (born == 0 && dead == 0) {
      return before;
    }
    int[] result = new int[before.length + born];
    int n = 0;
    for (int node : before) {
      if (!contains(live.deaths, live.deathStart[e], live.deathStart[e + 1], node)) {
        result[n++] = node;
      }
    }
    System.arraycopy(live.births, live.birthStart[e], result, n, born);
    return Arrays.copyOf(result, n + born);
  }

  private static boolean contains(int[] nodes, int from, int to, int node) {
    for (int i = from; i < to; i++) {
      if (nodes[i] == node) {
        return true;
      }
    }
    return false;
  }

  /** Nodes that are needed once an event, or none (-1), is done. */
  int[] after(int e) {
    return e < 0 ? NONE : after[e];
  }
}
