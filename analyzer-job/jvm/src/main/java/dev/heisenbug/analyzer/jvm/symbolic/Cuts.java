package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import java.util.Arrays;
import java.util.Map;

/** Where threads stop to count: records of a thread are numbered from 0 in their order. */
final class Cuts {
  private final Map<String, Long> before;

  /**
   * Creates cuts.
   *
   * @param before by tree id, the number of the first record that does not count
   */
  Cuts(Map<String, Long> before) {
    this.before = before;
  }

  Counter counter() {
    return new Counter();
  }

  /** Numbers records and tells which count. */
  final class Counter {
    private long[] next = new long[16];
    private long[] limit = new long[16];
    private int known;

    /** Whether the log's current record is before its thread's cut. */
    boolean admits(RunLog log) {
      if (log.thread >= known) {
        learn(log);
      }
      return next[log.thread]++ < limit[log.thread];
    }

    /** Number of the record last asked about, in its thread. */
    long number(int thread) {
      return next[thread] - 1;
    }

    private void learn(RunLog log) {
      int n = log.threadCount();
      next = Arrays.copyOf(next, Math.max(next.length, n * 2));
      limit = Arrays.copyOf(limit, Math.max(limit.length, n * 2));
      for (int t = known; t < n; t++) {
        limit[t] = before.getOrDefault(log.treeId(t), Long.MAX_VALUE);
      }
      known = n;
    }
  }
}
