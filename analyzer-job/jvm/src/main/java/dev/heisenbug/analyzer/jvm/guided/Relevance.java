package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accesses that the end of a thread depends on: its last decisions and reads, the stores these
 * saw, and what the stored values were made from. A story is about them and not about counters that
 * happened to be shared.
 */
final class Relevance {
  private static final int DECISIONS = 3;
  private static final int LAST_READS = 8;
  private static final int MOST = 50_000;
  private final SymbolicTrace trace;
  private final int[] seen;
  private final BitSet events = new BitSet();
  private final BitSet nodes = new BitSet();
  private final ArrayDeque<Integer> open = new ArrayDeque<>();

  private Relevance(SymbolicTrace trace) {
    this.trace = trace;
    seen = stores();
  }

  /** The events that matter for how a thread ended; none if it is not in the trace. */
  static BitSet of(SymbolicTrace trace, String thread) {
    Relevance r = new Relevance(trace);
    for (int t = 0; t < trace.threadCount(); t++) {
      if (trace.threadName(t).equals(thread)) {
        r.end(t);
      }
    }
    r.close();
    return r.events;
  }

  /** For every event that reads, the event whose store it saw in this run, or -1. */
  private int[] stores() {
    int[] source = new int[trace.eventCount()];
    Arrays.fill(source, -1);
    Map<Long, Integer> last = new HashMap<>();
    for (int e : trace.observedOrder()) {
      if (!trace.kind(e).isMemory() || trace.target(e) < 0) {
        continue;
      }
      long key = (long) trace.target(e) << 32 | cell(e);
      source[e] = last.getOrDefault(key, -1);
      if (trace.kind(e).writes()) {
        last.put(key, e);
      }
    }
    return source;
  }

  /** The index of an array access where it is a constant, else a number for all others. */
  private long cell(int e) {
    int index = trace.index(e);
    return index < 0 || !trace.exprs().isConst(index)
        ? 0xFFFF_FFFFL
        : trace.exprs().constant(index) & 0x7FFF_FFFFL;
  }

  private void end(int thread) {
    List<Condition> all = trace.conditions();
    int decisions = 0;
    for (int i = all.size() - 1; i >= 0 && decisions < DECISIONS; i--) {
      if (all.get(i).thread() == thread && all.get(i).kind() == Condition.Kind.PATH) {
        node(all.get(i).expr());
        decisions++;
      }
    }
    int reads = 0;
    for (int i = trace.threadLength(thread) - 1; i >= 0 && reads < LAST_READS; i--) {
      int e = trace.event(thread, i);
      if (trace.kind(e).isMemory() && trace.kind(e).reads()) {
        event(e);
        reads++;
      }
    }
  }

  private void event(int e) {
    if (e >= 0 && !events.get(e)) {
      events.set(e);
      open.add(e);
    }
  }

  private void close() {
    for (int n = 0; n < MOST && !open.isEmpty(); n++) {
      int e = open.poll();
      node(trace.value(e));
      node(trace.index(e));
      if (trace.kind(e).reads()) {
        event(seen[e]);
      }
    }
  }

  private void node(int root) {
    Exprs x = trace.exprs();
    ArrayDeque<Integer> todo = new ArrayDeque<>();
    if (root >= 0) {
      todo.push(root);
    }
    while (!todo.isEmpty()) {
      int n = todo.pop();
      if (nodes.get(n)) {
        continue;
      }
      nodes.set(n);
      if (x.op(n) == Op.READ) {
        event(x.a(n));
      }
      int[] operands = {x.a(n), x.b(n), x.c(n)};
      for (int i = 0; i < x.op(n).arity(); i++) {
        todo.push(operands[i]);
      }
    }
  }
}
