package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Location;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Ops;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * For each expression the few values it can have under any order that keeps what is known: from the
 * stores each read can see, and what those can have written. Null stands for anything.
 */
final class PossibleValues {
  private static final int MOST = 48;
  private static final int MOST_DEPTH = 64;

  private final SymbolicTrace trace;
  private final Exprs exprs;
  private final HappensBefore known;
  private final Map<Long, List<List<Integer>>> stores = new HashMap<>();
  private final boolean[] computed;
  private final Map<Integer, Set<Long>> memo = new HashMap<>();
  private long effort = 3_000_000;

  PossibleValues(SymbolicTrace trace, HappensBefore known) {
    this.trace = trace;
    this.exprs = trace.exprs();
    this.known = known;
    this.computed = new boolean[trace.locations().size()];
    for (int e = 0; e < trace.eventCount(); e++) {
      boolean indexed = trace.kind(e).isMemory() && trace.index(e) >= 0;
      if (indexed && !exprs.isConst(trace.index(e))) {
        computed[trace.target(e)] = true;
      }
    }
    for (int t = 0; t < trace.threadCount(); t++) {
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        if (trace.kind(e).writes()) {
          lists(cell(e)).get(t).add(e);
        }
      }
    }
  }

  private List<List<Integer>> lists(long cell) {
    return stores.computeIfAbsent(
        cell,
        c -> {
          List<List<Integer>> lists = new ArrayList<>();
          for (int t = 0; t < trace.threadCount(); t++) {
            lists.add(new ArrayList<>());
          }
          return lists;
        });
  }

  private long cell(int e) {
    long index = trace.index(e) < 0 || computed[trace.target(e)] ? 0 : constant(trace.index(e));
    return ((long) trace.target(e) << 32) | (index & 0xFFFF_FFFFL);
  }

  private long constant(int node) {
    return exprs.constant(node);
  }

  /** The values of an expression, or null for any. */
  Set<Long> of(int node) {
    return of(node, 0);
  }

  private Set<Long> of(int node, int depth) {
    Op op = exprs.op(node);
    if (op == Op.CONST) {
      return Set.of(constant(node));
    }
    if (op == Op.UNKNOWN || depth > MOST_DEPTH || effort < 0) {
      return null;
    }
    if (memo.containsKey(node)) {
      return memo.get(node);
    }
    // Until it is known, a value that depends on itself can be anything.
    memo.put(node, null);
    Set<Long> result = op == Op.READ ? read(exprs.a(node), depth) : apply(node, op, depth);
    memo.put(node, result);
    return result;
  }

  private Set<Long> apply(int node, Op op, int depth) {
    List<Set<Long>> operands = new ArrayList<>();
    int product = 1;
    for (int i = 0; i < 3; i++) {
      Set<Long> values = Set.of(0L);
      if (i < op.arity()) {
        values = of(i == 0 ? exprs.a(node) : i == 1 ? exprs.b(node) : exprs.c(node), depth + 1);
      }
      if (values == null) {
        return null;
      }
      operands.add(values);
      product *= values.size();
    }
    if (product > MOST * MOST) {
      return null;
    }
    Sort sort = exprs.sort(node);
    Sort operandSort = exprs.sort(exprs.a(node));
    Set<Long> result = new LinkedHashSet<>();
    for (long a : operands.get(0)) {
      for (long b : operands.get(1)) {
        for (long c : operands.get(2)) {
          result.add(Ops.apply(op, sort, operandSort, a, b, c));
        }
      }
    }
    return result.size() <= MOST ? result : null;
  }

  private Set<Long> read(int r, int depth) {
    EventKind kind = trace.kind(r);
    if (!kind.isMemory()) {
      return null;
    }
    Set<Long> result = new LinkedHashSet<>();
    for (int w : sources(r)) {
      if (!add(result, w < 0 ? initial(r) : of(trace.value(w), depth + 1))) {
        return null;
      }
    }
    return result;
  }

  private static boolean add(Set<Long> to, Set<Long> from) {
    return from != null && to.addAll(from) | to.size() <= MOST && to.size() <= MOST;
  }

  private Set<Long> initial(int r) {
    Location location = trace.locations().get(trace.target(r));
    if (!computed[trace.target(r)]) {
      long index = trace.index(r) < 0 ? 0 : constant(trace.index(r));
      return of(location.initial(index), MOST_DEPTH);
    }
    Set<Long> result = new LinkedHashSet<>();
    boolean few = add(result, of(location.initial(), MOST_DEPTH));
    for (int node : location.cells().values()) {
      few = few && add(result, of(node, MOST_DEPTH));
    }
    return few ? result : null;
  }

  /** Stores a read can see, -1 for the initial value. */
  List<Integer> sources(int r) {
    boolean exact = !computed[trace.target(r)];
    List<Integer> result = new ArrayList<>();
    boolean initial = true;
    for (List<Integer> own : lists(cell(r))) {
      int first = 0;
      for (int i = 0; i < own.size() && exact; i++) {
        effort--;
        if (seenBefore(own.get(i), r)) {
          first = i;
          initial = false;
        }
      }
      for (int w : own.subList(first, own.size())) {
        effort--;
        if (w != r && !known.before(r, w)) {
          result.add(w);
        }
      }
    }
    if (initial) {
      result.add(-1);
    }
    return result;
  }

  private boolean seenBefore(int w, int r) {
    boolean own =
        trace.thread(w) == trace.thread(r) && trace.indexInThread(w) < trace.indexInThread(r);
    return own || known.effectBefore(w, r);
  }
}
