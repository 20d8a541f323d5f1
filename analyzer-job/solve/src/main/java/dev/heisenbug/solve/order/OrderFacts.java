package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.SolveStats;
import java.util.Set;

/**
 * The order known before any search: edges between executions ({@code issue}), edges between the
 * moments events take effect ({@code effect}; the same moments except for buffered stores), and
 * clock windows made monotone along program order.
 */
public final class OrderFacts {
  private final SymbolicTrace trace;
  private final MemoryModel model;
  private final Edges issue = new Edges();
  private final Edges effect = new Edges();
  private final long[] lo;
  private final long[] hi;
  private final boolean windows;
  private boolean versions;

  private OrderFacts(SymbolicTrace trace, MemoryModel model, boolean windows) {
    this.trace = trace;
    this.model = model;
    this.windows = windows;
    int n = windows ? trace.eventCount() : 0;
    lo = new long[n];
    hi = new long[n];
  }

  public static OrderFacts of(
      SymbolicTrace trace, MemoryModel model, Set<Reduction> used, SolveStats stats) {
    boolean windows = used.contains(Reduction.CLOCK_WINDOWS) && hasWindows(trace);
    OrderFacts facts = new OrderFacts(trace, model, windows);
    SyncEdges.add(trace, facts.issue);
    stats.set("edges.sync", facts.issue.size());
    if (used.contains(Reduction.LOCK_ORDER)) {
      facts.versions = true;
      VersionEdges.add(trace, facts.effect, used.contains(Reduction.SATURATION));
      stats.set("edges.lock-order", facts.effect.size());
    }
    if (used.contains(Reduction.CORE_ORDER)) {
      int before = facts.issue.size();
      CoreEdges.add(trace, model, facts.issue, facts.effect);
      stats.set("edges.core-order", facts.issue.size() - before);
    }
    if (windows) {
      facts.tighten();
    }
    return facts;
  }

  private static boolean hasWindows(SymbolicTrace trace) {
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.timeLo(e) != Long.MIN_VALUE || trace.timeHi(e) != Long.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private void tighten() {
    for (int t = 0; t < trace.threadCount(); t++) {
      long low = Long.MIN_VALUE;
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        low = Math.max(low, trace.timeLo(e));
        lo[e] = low;
      }
      long high = Long.MAX_VALUE;
      for (int i = trace.threadLength(t) - 1; i >= 0; i--) {
        int e = trace.event(t, i);
        high = Math.min(high, trace.timeHi(e));
        hi[e] = high;
      }
    }
  }

  public Edges issue() {
    return issue;
  }

  public Edges effect() {
    return effect;
  }

  /** Whether recorded versions count. */
  boolean versions() {
    return versions;
  }

  public boolean hasWindow() {
    return windows;
  }

  /** Earliest moment of an event, from its own window and those before it in program order. */
  public long lo(int e) {
    return windows ? lo[e] : Long.MIN_VALUE;
  }

  public long hi(int e) {
    return windows ? hi[e] : Long.MAX_VALUE;
  }

  /** True where an event takes effect later than it is executed. */
  public boolean buffered(int e) {
    return model.relaxed() && trace.kind(e) == EventKind.WRITE;
  }
}
