package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;

/** Edges of fork and join, and of values that one thread uses and another has read. */
final class SyncEdges {
  private SyncEdges() {}

  static void add(SymbolicTrace trace, Edges edges) {
    int[] exit = new int[trace.threadCount()];
    Arrays.fill(exit, -1);
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e) == EventKind.EXIT) {
        exit[trace.thread(e)] = e;
      }
    }
    for (int e = 0; e < trace.eventCount(); e++) {
      int child = trace.target(e);
      if (trace.kind(e) == EventKind.FORK && trace.threadLength(child) > 0) {
        edges.add(e, trace.event(child, 0), Why.FORK);
      } else if (trace.kind(e) == EventKind.JOIN) {
        int length = trace.threadLength(child);
        int last = exit[child] >= 0 || length == 0 ? exit[child] : trace.event(child, length - 1);
        if (last >= 0) {
          edges.add(last, e, Why.JOIN);
        }
      }
    }
    foreignValues(trace, edges);
  }

  private static void foreignValues(SymbolicTrace trace, Edges edges) {
    Exprs exprs = trace.exprs();
    int[] home = home(trace);
    for (int e = 0; e < trace.eventCount(); e++) {
      use(trace, exprs, home, trace.index(e), e, edges);
      use(trace, exprs, home, trace.value(e), e, edges);
    }
    for (var c : trace.conditions()) {
      boolean placed = c.thread() >= 0 && c.after() > 0;
      if (placed) {
        use(trace, exprs, home, c.expr(), trace.event(c.thread(), c.after() - 1), edges);
      }
    }
  }

  /** Thread whose reads a node uses: -1 for none, -2 for several. */
  private static int[] home(SymbolicTrace trace) {
    Exprs exprs = trace.exprs();
    int[] home = new int[exprs.size()];
    for (int n = 0; n < home.length; n++) {
      Op op = exprs.op(n);
      home[n] = op == Op.READ ? trace.thread(exprs.a(n)) : -1;
      for (int i = 0; i < op.arity(); i++) {
        int h = home[i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n)];
        home[n] = home[n] == -1 || home[n] == h ? h : h == -1 ? home[n] : -2;
      }
    }
    return home;
  }

  private static void use(
      SymbolicTrace trace, Exprs exprs, int[] home, int node, int e, Edges edges) {
    if (node < 0 || home[node] == -1 || home[node] == trace.thread(e)) {
      return;
    }
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    BitSet seen = new BitSet();
    stack.push(node);
    while (!stack.isEmpty()) {
      int n = stack.pop();
      if (home[n] == -1 || home[n] == trace.thread(e) || seen.get(n)) {
        continue;
      }
      seen.set(n);
      Op op = exprs.op(n);
      if (op == Op.READ) {
        edges.add(exprs.a(n), e, Why.DATA);
      }
      for (int i = 0; i < op.arity(); i++) {
        stack.push(i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n));
      }
    }
  }
}
