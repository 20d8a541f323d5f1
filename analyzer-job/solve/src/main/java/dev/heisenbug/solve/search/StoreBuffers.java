package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.solve.MemoryModel;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Buffered stores under TSO and PSO: which are pending, which may commit, what a thread sees. */
final class StoreBuffers {
  private static final long TAG = 0x5354_4F52_4553L;

  private final Problem problem;
  private final Layout at;
  private final State state;
  private final boolean fifo;

  /** Writes of each thread in program order. */
  private final int[][] writes;

  /** Number of writes, and of store-ordering fences, of the thread before each event. */
  private final int[] writesBefore;

  private final int[] fencesBefore;
  private final int[] cell;
  private final long[] value;

  StoreBuffers(Problem problem, Layout layout, State state) {
    this.problem = problem;
    this.at = layout;
    this.state = state;
    fifo = problem.model == MemoryModel.TSO;
    writes = new int[problem.threads][];
    writesBefore = new int[problem.events];
    fencesBefore = new int[problem.events];
    cell = new int[problem.events];
    value = new long[problem.events];
    for (int t = 0; t < problem.threads; t++) {
      index(t);
    }
  }

  private void index(int t) {
    int[] all = new int[problem.byThread[t].length];
    int n = 0;
    int fences = 0;
    for (int e : problem.byThread[t]) {
      writesBefore[e] = n;
      fencesBefore[e] = fences;
      EventKind kind = Problem.KINDS[problem.kind[e]];
      if (kind == EventKind.WRITE) {
        all[n++] = e;
      } else if (kind == EventKind.FENCE && Fence.values()[problem.trace.mode(e)].ordersStores()) {
        fences++;
      }
    }
    writes[t] = Arrays.copyOf(all, n);
  }

  private int issued(int t) {
    int pos = state.getInt(t);
    int[] own = problem.byThread[t];
    return pos == own.length ? writes[t].length : writesBefore[own[pos]];
  }

  boolean drained(int t) {
    return state.getInt(at.commits + t) == issued(t);
  }

  boolean committed(int e) {
    return state.get(at.committed + e) != 0;
  }

  void issue(int e, int slot, long v) {
    cell[e] = slot;
    value[e] = v;
    state.mix(Mix.of(TAG + e, Mix.of(slot, v)));
  }

  int cell(int e) {
    return cell[e];
  }

  /** The newest own pending store to a cell, or -1. */
  int forward(int t, int slot) {
    int first = state.getInt(at.commits + t);
    for (int k = issued(t) - 1; k >= first; k--) {
      int e = writes[t][k];
      if (cell[e] == slot && !committed(e)) {
        return e;
      }
    }
    return -1;
  }

  long value(int e) {
    return value[e];
  }

  /** Stores of a thread from its first pending one on. */
  int pendingCount(int t) {
    return issued(t) - state.getInt(at.commits + t);
  }

  /** Whether a pending store of a thread is one that is looked for. */
  boolean anyPending(int t, IntPredicate wanted) {
    int end = issued(t);
    for (int k = state.getInt(at.commits + t); k < end; k++) {
      if (!committed(writes[t][k]) && wanted.test(writes[t][k])) {
        return true;
      }
    }
    return false;
  }

  /** The oldest own pending store to a cell, or -1. */
  int firstPending(int t, int slot) {
    int end = issued(t);
    for (int k = state.getInt(at.commits + t); k < end; k++) {
      int e = writes[t][k];
      if (cell[e] == slot && !committed(e)) {
        return e;
      }
    }
    return -1;
  }

  /** Cells and values of a thread's pending stores, and of some committed ones between them. */
  long[] pending(int t) {
    int first = state.getInt(at.commits + t);
    long[] result = new long[2 * (issued(t) - first)];
    for (int i = 0; i < result.length; i += 2) {
      int e = writes[t][first + i / 2];
      result[i] = cell[e];
      result[i + 1] = value[e];
    }
    return result;
  }

  /** Puts back what {@link #pending} gave in the state the machine stands at. */
  void restore(int t, long[] saved, int from) {
    int last = issued(t);
    int first = last - (saved.length - from) / 2;
    for (int k = first; k < last; k++) {
      int e = writes[t][k];
      cell[e] = (int) saved[from + 2 * (k - first)];
      value[e] = saved[from + 2 * (k - first) + 1];
    }
  }

  /** Whether the k-th candidate store of a thread may commit by the memory model. */
  private boolean free(int t, int k) {
    int first = state.getInt(at.commits + t);
    int e = writes[t][k];
    if (fifo) {
      return k == first;
    }
    for (int i = first; i < k; i++) {
      int earlier = writes[t][i];
      boolean ordered = cell[earlier] == cell[e] || fencesBefore[earlier] < fencesBefore[e];
      if (ordered && !committed(earlier)) {
        return false;
      }
    }
    return true;
  }

  /** Collects the stores of a thread that may commit now; returns the new end of the list. */
  int committable(int t, int[] out, int n) {
    int first = state.getInt(at.commits + t);
    int end = issued(t);
    for (int k = first; k < end && (!fifo || k == first); k++) {
      int e = writes[t][k];
      if (!committed(e) && free(t, k)) {
        out[n++] = ~e;
      }
    }
    return n;
  }

  void commit(int e) {
    int t = problem.thread[e];
    state.mix(Mix.of(TAG + e, Mix.of(cell[e], value[e])));
    state.set(at.committed + e, 1);
    state.set(cell[e], value[e]);
    state.setQuiet(cell[e] + 1, e);
    int done = state.getInt(at.commits + t);
    while (done < writes[t].length && committed(writes[t][done])) {
      done++;
    }
    state.set(at.commits + t, done);
  }
}
