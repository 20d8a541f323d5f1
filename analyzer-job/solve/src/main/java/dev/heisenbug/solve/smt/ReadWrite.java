package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Expr;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Location;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Read-write constraints: every read takes the value of the last store to its cell that it can see,
 * where a thread sees its own stores at once and others' when they have taken effect.
 */
class ReadWrite {
  final Phi phi;
  final SymbolicTrace trace;
  private final Map<Integer, List<Integer>> writes = new HashMap<>();
  private final PairFilter filter;
  private long pairs;

  ReadWrite(Phi phi, PairFilter filter) {
    this.phi = phi;
    this.trace = phi.trace;
    this.filter = filter;
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e).writes()) {
        writes.computeIfAbsent(trace.target(e), l -> new ArrayList<>()).add(e);
      }
    }
  }

  /** Number of read-write pairs in the formula. */
  long pairs() {
    return pairs;
  }

  void add() {
    for (int r = 0; r < trace.eventCount(); r++) {
      EventKind kind = trace.kind(r);
      if (kind == EventKind.READ || kind == EventKind.RMW) {
        read(r);
      }
    }
  }

  private void read(int r) {
    List<Integer> seen = new ArrayList<>();
    for (int w : writes.getOrDefault(trace.target(r), List.of())) {
      if (w != r && CellTerms.mayMeet(trace, r, w) && !filter.readFirst(r, w)) {
        seen.add(w);
      }
    }
    Expr<?> value = value(r);
    List<BoolExpr> ways = new ArrayList<>();
    for (int w : seen) {
      phi.session.tick();
      if (!filter.overwritten(w, r, seen)) {
        ways.add(from(r, w, seen, value));
        pairs++;
      }
    }
    if (seen.stream().noneMatch(w -> filter.storeFirst(w, r) && CellTerms.mustMeet(trace, w, r))) {
      ways.add(fromStart(r, seen, value));
      pairs++;
    }
    String what = "the read " + trace.describe(r) + " sees the last store";
    phi.session.add(what, phi.orders.whenHappens(r, phi.or(ways)));
  }

  private Expr<?> value(int r) {
    int node = trace.readNode(r);
    Location location = trace.locations().get(trace.target(r));
    return node >= 0 ? phi.terms.term(node) : phi.terms.variable("v" + r, location.sort());
  }

  private BoolExpr from(int r, int w, List<Integer> all, Expr<?> value) {
    List<BoolExpr> parts = new ArrayList<>();
    parts.add(equal(value, phi.terms.term(trace.value(w))));
    if (!CellTerms.mustMeet(trace, r, w)) {
      parts.add(CellTerms.same(phi, r, w));
    }
    if (!ownBefore(w, r)) {
      parts.add(phi.orders.visibleBefore(w, r));
    }
    noneBetween(r, w, all, parts);
    return phi.and(parts);
  }

  /** No store to the cell lies between w and the read. */
  void noneBetween(int r, int w, List<Integer> all, List<BoolExpr> parts) {
    phi.session.tick();
    for (int other : all) {
      if (other != w) {
        BoolExpr away = away(r, w, other);
        boolean sure = CellTerms.mustMeet(trace, r, other);
        parts.add(sure ? away : phi.or(phi.z3.mkNot(CellTerms.same(phi, r, other)), away));
      }
    }
  }

  /** The other store took effect before w, or the read cannot see it. */
  BoolExpr away(int r, int w, int other) {
    BoolExpr older = phi.orders.effectBefore(other, w);
    return ownBefore(other, r) ? older : phi.or(older, unseen(other, r));
  }

  BoolExpr unseen(int w, int r) {
    return ownBefore(w, r)
        ? phi.z3.mkFalse()
        : phi.z3.mkLt(phi.orders.issue(r), phi.orders.effect(w));
  }

  /** The read's own thread did the store earlier, so that the read sees it in any case. */
  boolean ownBefore(int w, int r) {
    return trace.thread(w) == trace.thread(r) && trace.indexInThread(w) < trace.indexInThread(r);
  }

  private BoolExpr fromStart(int r, List<Integer> all, Expr<?> value) {
    List<BoolExpr> parts = new ArrayList<>();
    Location location = trace.locations().get(trace.target(r));
    parts.add(initial(r, location, value));
    for (int w : all) {
      BoolExpr unseen = unseen(w, r);
      boolean sure = CellTerms.mustMeet(trace, r, w);
      parts.add(sure ? unseen : phi.or(phi.z3.mkNot(CellTerms.same(phi, r, w)), unseen));
    }
    return phi.and(parts);
  }

  private BoolExpr initial(int r, Location location, Expr<?> value) {
    if (!location.array()) {
      return equal(value, phi.terms.term(location.initial()));
    }
    if (CellTerms.constant(trace, r)) {
      long index = trace.exprs().constant(trace.index(r));
      return equal(value, phi.terms.term(location.initial(index)));
    }
    BoolExpr result = equal(value, phi.terms.term(location.initial()));
    for (var cell : location.cells().entrySet()) {
      BoolExpr here = CellTerms.at(phi, r, cell.getKey());
      BoolExpr cellValue = equal(value, phi.terms.term(cell.getValue()));
      result = (BoolExpr) phi.z3.mkITE(here, cellValue, result);
    }
    return result;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private BoolExpr equal(Expr x, Expr y) {
    return phi.z3.mkEq(x, y);
  }
}
