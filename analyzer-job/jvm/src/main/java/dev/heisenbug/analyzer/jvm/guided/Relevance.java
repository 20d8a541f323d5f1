package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accesses that the end of a thread depends on: its last decisions and reads, the stores these
 * saw, what the stored values were made from, and, one step further away, what the storing threads
 * had looked at when they decided to store. A story is about them and not about counters that
 * happened to be shared.
 */
final class Relevance {
  private static final int DECISIONS = 3;
  private static final int LAST_READS = 8;
  private static final int MOST = 50_000;
  private static final int BEFORE_A_STORE = 2;
  private static final int LOOKED = 12;
  private static final int ROUNDS = 2;
  private final SymbolicTrace trace;
  private final Variables variables;
  private final int[] seen;
  private final BitSet events = new BitSet();
  private final BitSet values = new BitSet();
  private final BitSet nodes = new BitSet();
  private final ArrayDeque<Integer> open = new ArrayDeque<>();

  private Relevance(SymbolicTrace trace, Variables variables) {
    this.trace = trace;
    this.variables = variables;
    seen = stores();
  }

  /** What matters for how a thread ended; nothing if it is not in the trace. */
  static Relevance of(SymbolicTrace trace, Variables variables, String thread) {
    Relevance r = new Relevance(trace, variables);
    for (int t = 0; t < trace.threadCount(); t++) {
      if (trace.threadName(t).equals(thread)) {
        r.end(t);
      }
    }
    r.close();
    r.values.or(r.events);
    for (int i = 0; i < ROUNDS; i++) {
      r.decisions();
      r.close();
    }
    return r;
  }

  /** Whether the failing thread's values and decisions were made from what an event did. */
  boolean isValue(int event) {
    return values.get(event);
  }

  /** As {@link #isValue}, or whether it decided that such a value was stored at all. */
  boolean matters(int event) {
    return events.get(event);
  }

  /** The last decisions of threads before they stored what matters. */
  private void decisions() {
    BitSet stores = (BitSet) events.clone();
    int[] latest = new int[trace.threadCount()];
    Map<Integer, List<Condition>> byThread = new HashMap<>();
    for (Condition c : trace.conditions()) {
      if (c.kind() == Condition.Kind.PATH && c.thread() >= 0) {
        byThread.computeIfAbsent(c.thread(), t -> new ArrayList<>()).add(c);
      }
    }
    for (int e : trace.observedOrder()) {
      List<Condition> own = byThread.getOrDefault(trace.thread(e), List.of());
      int at = latest[trace.thread(e)];
      while (at < own.size() && own.get(at).after() <= trace.indexInThread(e)) {
        at++;
      }
      latest[trace.thread(e)] = at;
      if (stores.get(e) && trace.kind(e).writes()) {
        decided(own.subList(Math.max(0, at - LOOKED), at));
      }
    }
  }

  /** The last decisions, and the last of the program's own, which may lie behind the JDK's. */
  private void decided(List<Condition> before) {
    int any = 0;
    int own = 0;
    for (Condition c : before.reversed()) {
      boolean inLibrary = c.position().contains(" in ");
      if (any++ < BEFORE_A_STORE || !inLibrary && own < BEFORE_A_STORE) {
        node(c.expr());
      }
      own += inLibrary ? 0 : 1;
    }
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
      long key = variables.of(e);
      source[e] = last.getOrDefault(key, -1);
      if (trace.kind(e).writes()) {
        last.put(key, e);
      }
    }
    return source;
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
