package dev.heisenbug.solve.search;

import java.util.Arrays;

/**
 * A preferred order of all steps as ranks, of events and behind them of commits where stores are
 * buffered; the search departs from it only where it must.
 */
final class Guide {
  private Guide() {}

  /** From the observed order, else from clock windows, else thread after thread. */
  static int[] of(Problem problem) {
    if (problem.trace.hasObservedOrder()) {
      return commitsAtOnce(problem, problem.trace.observedOrder());
    }
    int[] order = problem.facts.hasWindow() ? byClock(problem) : threadWise(problem);
    return commitsAtOnce(problem, order);
  }

  private static int[] commitsAtOnce(Problem problem, int[] events) {
    Steps steps = new Steps(problem);
    int[] order = new int[steps.count()];
    int n = 0;
    for (int e : events) {
      order[n++] = e;
      if (problem.model.relaxed()) {
        order[n++] = problem.events + e;
      }
    }
    return ranks(order);
  }

  /** The steps of an execution first, then whatever it has not reached, as before. */
  static int[] after(Problem problem, int[] steps, int[] guide) {
    int[] byRank = ranks(guide);
    boolean[] done = new boolean[guide.length];
    int[] order = new int[guide.length];
    int n = 0;
    for (int s : steps) {
      int step = s < 0 ? problem.events + ~s : s;
      order[n++] = step;
      done[step] = true;
    }
    for (int e : byRank) {
      if (!done[e]) {
        order[n++] = e;
      }
    }
    return ranks(order);
  }

  static int[] ranks(int[] order) {
    int[] rank = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      rank[order[i]] = i;
    }
    return rank;
  }

  private static int[] byClock(Problem problem) {
    long[] middle = new long[problem.events];
    Integer[] order = new Integer[problem.events];
    for (int t = 0; t < problem.threads; t++) {
      long last = Long.MIN_VALUE;
      for (int e : problem.byThread[t]) {
        long lo = Math.max(problem.facts.lo(e), Long.MIN_VALUE / 4);
        long hi = Math.min(problem.facts.hi(e), Long.MAX_VALUE / 4);
        last = Math.max(last, lo + (hi - lo) / 2);
        middle[e] = last;
      }
    }
    Arrays.setAll(order, e -> e);
    Arrays.sort(
        order,
        (x, y) -> {
          int byTime = Long.compare(middle[x], middle[y]);
          int byThread = Integer.compare(problem.thread[x], problem.thread[y]);
          return byTime != 0
              ? byTime
              : byThread != 0 ? byThread : Integer.compare(problem.index[x], problem.index[y]);
        });
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  private static int[] threadWise(Problem problem) {
    int[] order = new int[problem.events];
    int n = 0;
    for (int[] own : problem.byThread) {
      for (int e : own) {
        order[n++] = e;
      }
    }
    return order;
  }
}
