package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.order.Edges;
import dev.heisenbug.solve.order.LockUse;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.order.Requirements;
import java.util.Arrays;
import java.util.BitSet;

/** A trace laid out for execution: everything the inner loops touch is a flat array. */
final class Problem {
  static final EventKind[] KINDS = EventKind.values();

  final SymbolicTrace trace;
  final MemoryModel model;
  final OrderFacts facts;
  final EvalPlan eval;
  final int threads;
  final int events;

  final int[][] byThread;
  final byte[] kind;
  final int[] thread;
  final int[] index;
  final int[] required;

  /** Conditions placed in threads: {@code conditions[condStart[t][k]..condStart[t][k+1])}. */
  final int[][] condStart;

  final int[][] condExpr;
  final Condition[][] condition;

  /** Goals over several threads, judged at the end. */
  final Condition[] goals;

  /** Events whose execution must precede this one's, from other threads only. */
  final int[] issuePredStart;

  final int[] issuePred;

  /** Events that must have taken effect before this one does. */
  final int[] effectPredStart;

  final int[] effectPred;
  final boolean[] groupGoesOn;

  /** See {@link LockUse#impossible}. */
  final BitSet impossible;

  final long[] opaqueHistory;
  final boolean[] opaqueKnown;

  private AccessIndex accesses;

  Problem(SymbolicTrace trace, MemoryModel model, OrderFacts facts) {
    this.trace = trace;
    this.model = model;
    this.facts = facts;
    impossible = LockUse.impossible(trace);
    threads = trace.threadCount();
    events = trace.eventCount();
    byThread = new int[threads][];
    kind = new byte[events];
    thread = new int[events];
    index = new int[events];
    groupGoesOn = new boolean[events];
    for (int t = 0; t < threads; t++) {
      byThread[t] = new int[trace.threadLength(t)];
      for (int i = 0; i < byThread[t].length; i++) {
        int e = trace.event(t, i);
        byThread[t][i] = e;
        kind[e] = (byte) trace.kind(e).ordinal();
        thread[e] = t;
        index[e] = i;
        groupGoesOn[e] =
            trace.group(e) != 0
                && i + 1 < byThread[t].length
                && trace.group(trace.event(t, i + 1)) == trace.group(e);
      }
    }
    eval = new EvalPlan(trace);
    required = Requirements.of(trace);
    goals = trace.conditions().stream().filter(c -> c.thread() < 0).toArray(Condition[]::new);
    condStart = new int[threads][];
    condExpr = new int[threads][];
    condition = new Condition[threads][];
    placeConditions();
    int[][] issueIn = predecessors(facts.issue(), true);
    issuePredStart = issueIn[0];
    issuePred = issueIn[1];
    int[][] effectIn = predecessors(facts.effect(), false);
    effectPredStart = effectIn[0];
    effectPred = effectIn[1];
    opaqueHistory = new long[events];
    opaqueKnown = new boolean[events];
    OpaqueHistory.fill(trace, opaqueHistory, opaqueKnown);
  }

  private void placeConditions() {
    for (int t = 0; t < threads; t++) {
      condStart[t] = new int[byThread[t].length + 2];
    }
    for (Condition c : trace.conditions()) {
      if (c.thread() >= 0) {
        condStart[c.thread()][c.after() + 1]++;
      }
    }
    int[][] fill = new int[threads][];
    for (int t = 0; t < threads; t++) {
      for (int k = 0; k + 1 < condStart[t].length; k++) {
        condStart[t][k + 1] += condStart[t][k];
      }
      fill[t] = condStart[t].clone();
      condExpr[t] = new int[condStart[t][condStart[t].length - 1]];
      condition[t] = new Condition[condExpr[t].length];
    }
    for (Condition c : trace.conditions()) {
      if (c.thread() >= 0) {
        int at = fill[c.thread()][c.after()]++;
        condExpr[c.thread()][at] = c.expr();
        condition[c.thread()][at] = c;
      }
    }
  }

  private int[][] predecessors(Edges edges, boolean skipOwnThread) {
    int[] start = new int[events + 1];
    for (int i = 0; i < edges.size(); i++) {
      start[edges.to(i) + 1] += skip(edges, i, skipOwnThread) ? 0 : 1;
    }
    for (int e = 0; e < events; e++) {
      start[e + 1] += start[e];
    }
    int[] fill = start.clone();
    int[] pred = new int[start[events]];
    for (int i = 0; i < edges.size(); i++) {
      if (!skip(edges, i, skipOwnThread)) {
        pred[fill[edges.to(i)]++] = edges.from(i);
      }
    }
    return new int[][] {start, pred};
  }

  private boolean skip(Edges edges, int i, boolean skipOwnThread) {
    int from = edges.from(i);
    int to = edges.to(i);
    return skipOwnThread && thread[from] == thread[to] && index[from] < index[to];
  }

  /** Total number of events a complete schedule must hold. */
  int requiredTotal() {
    return Arrays.stream(required).sum();
  }

  boolean allRequired() {
    return requiredTotal() == events;
  }

  /** Accesses by cell and object, as a view for one search; collected when first asked for. */
  synchronized AccessIndex accesses() {
    if (accesses == null) {
      accesses = new AccessIndex(this);
    }
    return accesses.view();
  }
}
