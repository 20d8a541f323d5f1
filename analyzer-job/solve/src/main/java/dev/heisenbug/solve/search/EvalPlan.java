package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/**
 * When each expression node is computed: at the event that supplies its last read, so that running
 * forward evaluates every node once and going back needs no undo.
 */
final class EvalPlan {
  /** No reads inside: computed at the start. */
  static final int FREE = -1;

  /** Reads of several threads inside: computed when asked. */
  static final int MIXED = -2;

  final int nodes;
  final Op[] op;
  final Sort[] sort;
  final Sort[] operandSort;
  final int[] a;
  final int[] b;
  final int[] c;

  /** Event that completes a node, {@link #FREE} or {@link #MIXED}. */
  final int[] readyAt;

  final int[] readyStart;
  final int[] ready;
  final int[] readNode;

  /** Values that must be told apart after each event. */
  final Liveness liveness;

  EvalPlan(SymbolicTrace trace) {
    Exprs exprs = trace.exprs();
    nodes = exprs.size();
    op = new Op[nodes];
    sort = new Sort[nodes];
    operandSort = new Sort[nodes];
    a = new int[nodes];
    b = new int[nodes];
    c = new int[nodes];
    for (int n = 0; n < nodes; n++) {
      op[n] = exprs.op(n);
      sort[n] = exprs.sort(n);
      a[n] = exprs.a(n);
      b[n] = exprs.b(n);
      c[n] = exprs.c(n);
      operandSort[n] = op[n].arity() > 0 ? exprs.sort(a[n]) : sort[n];
    }
    int events = trace.eventCount();
    readNode = new int[events];
    Arrays.fill(readNode, -1);
    readyAt = new int[nodes];
    boolean[] used = used(trace);
    for (int n = 0; n < nodes; n++) {
      readyAt[n] = readyAt(trace, n);
      if (op[n] == Op.READ) {
        readNode[a[n]] = n;
      }
    }
    readyStart = new int[events + 1];
    for (int n = 0; n < nodes; n++) {
      if (used[n] && readyAt[n] >= 0 && op[n] != Op.READ) {
        readyStart[readyAt[n] + 1]++;
      }
    }
    for (int e = 0; e < events; e++) {
      readyStart[e + 1] += readyStart[e];
    }
    ready = new int[readyStart[events]];
    int[] fill = readyStart.clone();
    for (int n = 0; n < nodes; n++) {
      if (used[n] && readyAt[n] >= 0 && op[n] != Op.READ) {
        ready[fill[readyAt[n]]++] = n;
      }
    }
    liveness = new Liveness(trace, this, used);
  }

  private boolean[] used(SymbolicTrace trace) {
    boolean[] used = new boolean[nodes];
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.value(e) >= 0) {
        used[trace.value(e)] = true;
      }
      if (trace.index(e) >= 0) {
        used[trace.index(e)] = true;
      }
    }
    for (Condition condition : trace.conditions()) {
      used[condition.expr()] = true;
    }
    for (int n = nodes - 1; n >= 0; n--) {
      for (int i = 0; used[n] && i < op[n].arity(); i++) {
        used[operand(n, i)] = true;
      }
    }
    return used;
  }

  int operand(int n, int i) {
    return i == 0 ? a[n] : i == 1 ? b[n] : c[n];
  }

  private int readyAt(SymbolicTrace trace, int n) {
    if (op[n] == Op.READ) {
      return a[n];
    }
    int latest = FREE;
    for (int i = 0; i < op[n].arity(); i++) {
      int r = readyAt[operand(n, i)];
      if (r == MIXED || latest == MIXED) {
        return MIXED;
      }
      if (r == FREE || r == latest) {
        continue;
      }
      if (latest == FREE) {
        latest = r;
      } else if (trace.thread(latest) != trace.thread(r)) {
        return MIXED;
      } else if (trace.indexInThread(r) > trace.indexInThread(latest)) {
        latest = r;
      }
    }
    return latest;
  }
}
