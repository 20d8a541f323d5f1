package dev.heisenbug.solve.smt;

import com.microsoft.z3.BitVecExpr;
import com.microsoft.z3.BoolExpr;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;

/** Whether two accesses meet in one cell: known, impossible, or a constraint on their indices. */
final class CellTerms {
  private CellTerms() {}

  static boolean mayMeet(SymbolicTrace trace, int a, int b) {
    if (trace.target(a) != trace.target(b)) {
      return false;
    }
    Exprs exprs = trace.exprs();
    int x = trace.index(a);
    int y = trace.index(b);
    return x < 0
        || x == y
        || !exprs.isConst(x)
        || !exprs.isConst(y)
        || exprs.constant(x) == exprs.constant(y);
  }

  static boolean mustMeet(SymbolicTrace trace, int a, int b) {
    return trace.target(a) == trace.target(b)
        && (trace.index(a) == trace.index(b)
            || (constant(trace, a) && mayMeet(trace, a, b) && constant(trace, b)));
  }

  static boolean constant(SymbolicTrace trace, int e) {
    return trace.index(e) < 0 || trace.exprs().isConst(trace.index(e));
  }

  static BoolExpr same(Phi phi, int a, int b) {
    if (!mayMeet(phi.trace, a, b)) {
      return phi.z3.mkFalse();
    }
    return mustMeet(phi.trace, a, b)
        ? phi.z3.mkTrue()
        : phi.z3.mkEq(wide(phi, phi.trace.index(a)), wide(phi, phi.trace.index(b)));
  }

  static BoolExpr at(Phi phi, int e, long index) {
    return phi.z3.mkEq(wide(phi, phi.trace.index(e)), phi.z3.mkBV(index, 64));
  }

  private static BitVecExpr wide(Phi phi, int node) {
    Sort sort = phi.trace.exprs().sort(node);
    BitVecExpr term = (BitVecExpr) phi.terms.term(node);
    return sort.bits() == 64 ? term : phi.z3.mkSignExt(64 - sort.bits(), term);
  }
}
