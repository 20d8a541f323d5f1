package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Expr;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.List;

/** Library calls: the observed result holds where the history of the object is the observed one. */
final class OpaqueFormula {
  private final Phi phi;
  private final SymbolicTrace trace;

  OpaqueFormula(Phi phi) {
    this.phi = phi;
    this.trace = phi.trace;
  }

  void add() {
    if (!trace.hasObservedOrder()) {
      return;
    }
    List<List<Integer>> changes = new ArrayList<>();
    trace.objects().forEach(o -> changes.add(new ArrayList<>()));
    List<Integer> calls = new ArrayList<>();
    List<Integer> before = new ArrayList<>();
    for (int e : trace.observedOrder()) {
      if (trace.kind(e) == EventKind.OPAQUE) {
        List<Integer> own = changes.get(trace.target(e));
        calls.add(e);
        before.add(own.size());
        if (trace.mode(e) != EventKind.PURE) {
          own.add(e);
        }
      }
    }
    for (int i = 0; i < calls.size(); i++) {
      int e = calls.get(i);
      if (trace.hasObserved(e) && trace.readNode(e) >= 0) {
        call(e, changes.get(trace.target(e)), before.get(i));
      }
    }
  }

  private void call(int e, List<Integer> changes, int before) {
    List<BoolExpr> same = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      int other = changes.get(i);
      if (other == e) {
        continue;
      }
      if (i < before) {
        same.add(phi.orders.issuedBefore(other, e));
        if (i > 0) {
          same.add(phi.orders.issuedBefore(changes.get(i - 1), other));
        }
      } else {
        same.add(phi.orders.issuedBefore(e, other));
      }
    }
    Expr<?> value = phi.terms.term(trace.readNode(e));
    Sort sort = trace.exprs().sort(trace.readNode(e));
    BoolExpr observed = equal(value, phi.terms.constant(sort, sort.normalize(trace.observed(e))));
    phi.session.add(phi.z3.mkImplies(phi.and(same), observed));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private BoolExpr equal(Expr x, Expr y) {
    return phi.z3.mkEq(x, y);
  }
}
