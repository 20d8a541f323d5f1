package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Location;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/**
 * Bounds on what each location can ever hold, in any order and under any memory model. A value that
 * a store makes from one that was read, plus something, can be followed back store by store to one
 * that comes from nowhere else; no store is met twice on the way, so that all additions together
 * bound how far it got.
 */
final class ChainRanges {
  private final SymbolicTrace trace;
  private final Exprs exprs;
  private final int[] parent;

  /** Each expression as the value of a location plus a range, or a range by itself, or either. */
  private final int[] location;

  private final Range[] added;
  private final Range[] alone;

  private final Range[] bounds;

  ChainRanges(SymbolicTrace trace) {
    this.trace = trace;
    this.exprs = trace.exprs();
    int locations = trace.locations().size();
    parent = new int[locations];
    Arrays.setAll(parent, i -> i);
    location = new int[exprs.size()];
    added = new Range[exprs.size()];
    alone = new Range[exprs.size()];
    for (int n = 0; n < exprs.size(); n++) {
      form(n);
    }
    bounds = bounds(locations);
  }

  /** What a location can hold. */
  Range of(int place) {
    return bounds[root(place)];
  }

  private int root(int place) {
    int at = place;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  private void form(int n) {
    Sort sort = exprs.sort(n);
    switch (exprs.op(n)) {
      case CONST -> alone[n] = sort.isFloat() ? Range.all(sort) : Range.of(exprs.constant(n));
      case READ -> read(n, sort);
      case ADD -> sum(n, exprs.a(n), exprs.b(n), false);
      case SUB -> sum(n, exprs.a(n), exprs.b(n), true);
      case ITE -> either(n, exprs.b(n), exprs.c(n));
      case SEXT -> same(n, exprs.a(n));
      default -> alone[n] = plain(n);
    }
  }

  private void read(int n, Sort sort) {
    int e = exprs.a(n);
    if (!trace.kind(e).isMemory() || !sort.isInteger()) {
      alone[n] = Range.all(sort);
    } else {
      location[n] = trace.target(e);
      added[n] = Range.of(0);
    }
  }

  private Range plain(int n) {
    Op op = exprs.op(n);
    Range[] operands = new Range[3];
    for (int i = 0; i < op.arity(); i++) {
      int operand = i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n);
      operands[i] = added[operand] == null ? alone[operand] : Range.all(exprs.sort(operand));
    }
    return RangeOps.apply(op, exprs.sort(n), operands[0], operands[1], operands[2]);
  }

  private void same(int n, int x) {
    location[n] = location[x];
    added[n] = added[x];
    alone[n] = alone[x];
  }

  private void sum(int n, int x, int y, boolean minus) {
    boolean swapped = added[y] != null && added[x] == null && !minus;
    int from = swapped ? y : x;
    int plus = swapped ? x : y;
    if (added[plus] != null) {
      alone[n] = Range.all(exprs.sort(n));
      return;
    }
    Range by = minus ? alone[plus].negated() : alone[plus];
    location[n] = location[from];
    added[n] = added[from] == null ? null : added[from].plus(by);
    alone[n] = alone[from] == null ? null : alone[from].plus(by).within(exprs.sort(n));
  }

  private void either(int n, int x, int y) {
    if (added[x] != null && added[y] != null) {
      parent[root(location[x])] = root(location[y]);
    }
    location[n] = added[x] != null ? location[x] : location[y];
    added[n] = Range.hull(added[x], added[y]);
    alone[n] = Range.hull(alone[x], alone[y]);
  }

  private Range[] bounds(int locations) {
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e).writes() && added[trace.value(e)] != null) {
        parent[root(location[trace.value(e)])] = root(trace.target(e));
      }
    }
    Range[] result = new Range[locations];
    Sort[] narrowest = new Sort[locations];
    for (int l = 0; l < locations; l++) {
      Location place = trace.locations().get(l);
      int r = root(l);
      result[r] = Range.hull(result[r], alone(place.initial()));
      for (int cell : place.cells().values()) {
        result[r] = Range.hull(result[r], alone(cell));
      }
      boolean narrower = narrowest[r] == null || place.sort().bits() < narrowest[r].bits();
      narrowest[r] = narrower ? place.sort() : narrowest[r];
    }
    Range[] total = new Range[locations];
    Arrays.fill(total, Range.of(0));
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e).writes()) {
        int r = root(trace.target(e));
        int value = trace.value(e);
        result[r] = Range.hull(result[r], alone[value]);
        total[r] = added[value] == null ? total[r] : total[r].plus(added[value].andZero());
      }
    }
    for (int r = 0; r < locations; r++) {
      if (result[r] != null) {
        result[r] = result[r].plus(total[r]).within(narrowest[r]);
      }
    }
    return result;
  }

  private Range alone(int node) {
    return alone[node] == null ? Range.all(exprs.sort(node)) : alone[node];
  }
}
