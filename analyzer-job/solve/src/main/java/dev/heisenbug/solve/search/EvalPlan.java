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

  /** Reads that nobody uses once the event is done: {@code dying[dyingStart[e]..)}. */
  final int[] dyingStart;

  final int[] dying;

  /** True for reads that something later than their own event uses. */
  final boolean[] lives;

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
    lives = new boolean[events];
    int[] death = death(trace);
    dyingStart = new int[events + 1];
    for (int e = 0; e < events; e++) {
      if (lives[e] && death[e] >= 0) {
        dyingStart[death[e] + 1]++;
      }
    }
    for (int e = 0; e < events; e++) {
      dyingStart[e + 1] += dyingStart[e];
    }
    dying = new int[dyingStart[events]];
    fill = dyingStart.clone();
    for (int e = 0; e < events; e++) {
      if (lives[e] && death[e] >= 0) {
        dying[fill[death[e]]++] = e;
      }
    }
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

  /** Last event of its own thread that uses a read; -1 where it may be used to the end. */
  private int[] death(SymbolicTrace trace) {
    int[] thread = new int[nodes];
    int[] last = new int[nodes];
    Arrays.fill(thread, FREE);
    for (int e = 0; e < trace.eventCount(); e++) {
      int at = trace.indexInThread(e);
      use(thread, last, trace.value(e), trace.thread(e), at);
      use(thread, last, trace.index(e), trace.thread(e), at);
    }
    for (Condition c : trace.conditions()) {
      use(thread, last, c.expr(), c.thread() < 0 ? MIXED : c.thread(), c.after() - 1);
    }
    int[] death = new int[trace.eventCount()];
    Arrays.fill(death, -1);
    for (int n = nodes - 1; n >= 0; n--) {
      for (int i = 0; thread[n] != FREE && i < op[n].arity(); i++) {
        use(thread, last, operand(n, i), thread[n], last[n]);
      }
      if (op[n] == Op.READ && thread[n] != FREE) {
        int e = a[n];
        int own = trace.thread(e);
        lives[e] = thread[n] != own || last[n] > trace.indexInThread(e);
        death[e] = thread[n] == own && lives[e] ? trace.event(own, last[n]) : -1;
      }
    }
    return death;
  }

  private static void use(int[] thread, int[] last, int node, int by, int at) {
    if (node < 0) {
      return;
    }
    if (thread[node] == FREE) {
      thread[node] = by;
      last[node] = at;
    } else if (thread[node] != by) {
      thread[node] = MIXED;
    } else {
      last[node] = Math.max(last[node], at);
    }
  }
}
