package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the checker looks up about a trace, computed once. */
final class CheckPlan {
  private final SymbolicTrace trace;
  private final Map<Long, List<Condition>> conditions = new HashMap<>();
  private final Map<Integer, Integer> forkOf = new HashMap<>();
  private final Map<Integer, Integer> exitOf = new HashMap<>();
  private final Map<Integer, List<Integer>> histories = new HashMap<>();
  private final int[] required;

  CheckPlan(SymbolicTrace trace) {
    this.trace = trace;
    required = new int[trace.threadCount()];
    for (int t = 0; t < required.length; t++) {
      required[t] = trace.required(t);
    }
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e) == EventKind.FORK) {
        forkOf.put(trace.target(e), e);
      } else if (trace.kind(e) == EventKind.EXIT) {
        exitOf.put(trace.thread(e), e);
      }
    }
    for (Condition c : trace.conditions()) {
      if (c.thread() >= 0) {
        long key = ((long) c.thread() << 32) | c.after();
        conditions.computeIfAbsent(key, k -> new ArrayList<>()).add(c);
      }
      if (c.kind() == Condition.Kind.GOAL) {
        goal(c);
      }
    }
    histories();
  }

  private void goal(Condition c) {
    if (c.thread() >= 0) {
      required[c.thread()] = Math.max(required[c.thread()], c.after());
    }
    Exprs exprs = trace.exprs();
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    BitSet seen = new BitSet();
    stack.push(c.expr());
    while (!stack.isEmpty()) {
      int n = stack.pop();
      if (seen.get(n)) {
        continue;
      }
      seen.set(n);
      Op op = exprs.op(n);
      if (op == Op.READ) {
        int t = trace.thread(exprs.a(n));
        required[t] = Math.max(required[t], trace.indexInThread(exprs.a(n)) + 1);
      }
      for (int i = 0; i < op.arity(); i++) {
        stack.push(i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n));
      }
    }
  }

  private void histories() {
    if (!trace.hasObservedOrder()) {
      return;
    }
    Map<Integer, List<Integer>> logs = new HashMap<>();
    for (int e : trace.observedOrder()) {
      if (trace.kind(e) == EventKind.OPAQUE) {
        List<Integer> log = logs.computeIfAbsent(trace.target(e), o -> new ArrayList<>());
        histories.put(e, List.copyOf(log));
        if (trace.mode(e) != EventKind.PURE) {
          log.add(e);
        }
      }
    }
  }

  List<Condition> conditions(int thread, int after) {
    return conditions.getOrDefault(((long) thread << 32) | after, List.of());
  }

  int required(int thread) {
    return required[thread];
  }

  int forkOf(int thread) {
    return forkOf.getOrDefault(thread, -1);
  }

  int exitOf(int thread) {
    return exitOf.getOrDefault(thread, -1);
  }

  int readNode(int e) {
    return trace.readNode(e);
  }

  /** Whether the next event of the thread belongs to the same atomic group as this one. */
  boolean insideGroup(int e) {
    int t = trace.thread(e);
    int next = trace.indexInThread(e) + 1;
    return trace.group(e) != 0
        && next < trace.threadLength(t)
        && trace.group(trace.event(t, next)) == trace.group(e);
  }

  boolean hasObservedHistory(int e) {
    return trace.hasObserved(e) && histories.containsKey(e);
  }

  List<Integer> observedHistory(int e) {
    return histories.get(e);
  }
}
