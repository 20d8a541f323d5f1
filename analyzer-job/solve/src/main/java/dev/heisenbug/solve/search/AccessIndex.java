package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * For each cell with a known index, and each array with computed ones, the accesses and the stores
 * of every thread in program order: where else a read could take its value from, and what could
 * still get in the way of an access. Each search has a view of its own, which remembers where it
 * looked last: executions go on from where they were.
 */
final class AccessIndex {
  private final Problem problem;
  private final SymbolicTrace trace;
  private final int[] keyOf;
  private final boolean[] computed;

  /** Places in program order, per cell and thread. */
  private final int[][] stores;

  private final int[][] accesses;
  private final int[] lastStore;
  private final int[] lastAccess;

  AccessIndex(Problem problem) {
    this.problem = problem;
    this.trace = problem.trace;
    this.keyOf = new int[problem.events];
    Map<Long, Integer> keys = new HashMap<>();
    computed = computed();
    for (int e = 0; e < problem.events; e++) {
      keyOf[e] = -1;
      if (trace.kind(e).isMemory()) {
        int location = trace.target(e);
        boolean apart = trace.index(e) >= 0 && !computed[location];
        long cell = apart ? trace.exprs().constant(trace.index(e)) : 0;
        long key = ((long) location << 32) | (cell & 0xFFFF_FFFFL);
        keyOf[e] = keys.computeIfAbsent(key, k -> keys.size());
      } else if (trace.kind(e) == EventKind.OPAQUE) {
        keyOf[e] = keys.computeIfAbsent(-1L - trace.target(e), k -> keys.size());
      }
    }
    stores = collect(keys.size(), true);
    accesses = collect(keys.size(), false);
    lastStore = new int[stores.length];
    lastAccess = new int[stores.length];
  }

  private AccessIndex(AccessIndex other) {
    problem = other.problem;
    trace = other.trace;
    keyOf = other.keyOf;
    computed = other.computed;
    stores = other.stores;
    accesses = other.accesses;
    lastStore = new int[stores.length];
    lastAccess = new int[stores.length];
  }

  /** The same for another search. */
  AccessIndex view() {
    return new AccessIndex(this);
  }

  private int[][] collect(int keys, boolean storesOnly) {
    int threads = problem.threads;
    int[] counts = new int[keys * threads];
    for (int e = 0; e < problem.events; e++) {
      if (counts(e, storesOnly)) {
        counts[keyOf[e] * threads + problem.thread[e]]++;
      }
    }
    int[][] lists = new int[counts.length][];
    Arrays.setAll(lists, i -> new int[counts[i]]);
    Arrays.fill(counts, 0);
    for (int[] own : problem.byThread) {
      for (int e : own) {
        if (counts(e, storesOnly)) {
          int list = keyOf[e] * threads + problem.thread[e];
          lists[list][counts[list]++] = problem.index[e];
        }
      }
    }
    return lists;
  }

  private boolean counts(int e, boolean storesOnly) {
    return keyOf[e] >= 0 && (!storesOnly || changes(e));
  }

  boolean has(int e) {
    return keyOf[e] >= 0;
  }

  boolean sameKey(int e, int f) {
    return keyOf[e] >= 0 && keyOf[e] == keyOf[f];
  }

  boolean changes(int e) {
    boolean call = trace.kind(e) == EventKind.OPAQUE;
    return call ? trace.mode(e) != EventKind.PURE : trace.kind(e).writes();
  }

  /** An access of the thread from a position on that does not commute with the event, or -1. */
  int conflict(int e, int thread, int position) {
    return conflict(e, thread, firstConflict(e, thread, position), 0);
  }

  /** Whether accesses of the event's array have addresses that depend on values. */
  boolean computed(int e) {
    return trace.kind(e).isMemory() && computed[trace.target(e)];
  }

  /** Number of the thread's first access from a position on that may not commute, for use below. */
  int firstConflict(int e, int thread, int position) {
    int list = keyOf[e] * problem.threads + thread;
    return changes(e)
        ? first(accesses[list], lastAccess, list, position)
        : first(stores[list], lastStore, list, position);
  }

  /** The k-th access after the first, or -1. */
  int conflict(int e, int thread, int from, int k) {
    int[] list = (changes(e) ? accesses : stores)[keyOf[e] * problem.threads + thread];
    return from + k < list.length ? problem.byThread[thread][list[from + k]] : -1;
  }

  private boolean[] computed() {
    boolean[] computed = new boolean[trace.locations().size()];
    for (int e = 0; e < problem.events; e++) {
      if (trace.kind(e).isMemory()
          && trace.index(e) >= 0
          && !trace.exprs().isConst(trace.index(e))) {
        computed[trace.target(e)] = true;
      }
    }
    return computed;
  }

  /** Number of the first store of a thread at or after a program position, for a read's cell. */
  int firstAfter(int read, int thread, int position) {
    int list = keyOf[read] * problem.threads + thread;
    return first(stores[list], lastStore, list, position);
  }

  /** Looks near the last answer first and further away in growing steps. */
  private static int first(int[] list, int[] last, int number, int position) {
    int at = last[number];
    int away = 1;
    int low;
    int high;
    if (at < list.length && list[at] < position) {
      while (at + away < list.length && list[at + away] < position) {
        away <<= 1;
      }
      low = at + (away >> 1) + 1;
      high = Math.min(at + away, list.length);
    } else {
      while (at - away >= 0 && list[at - away] >= position) {
        away <<= 1;
      }
      low = Math.max(at - away + 1, 0);
      high = at - (away >> 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (list[middle] < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    last[number] = low;
    return low;
  }

  /** A store by its number, or -1. */
  int get(int read, int thread, int number) {
    int[] list = stores[keyOf[read] * problem.threads + thread];
    return number >= 0 && number < list.length ? problem.byThread[thread][list[number]] : -1;
  }
}
