package dev.heisenbug.solve.smt;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntSort;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When a thread may leave a barrier: a count of arrivals where all ask for the same number, else
 * the generations one after another, because who arrives last says how many were enough.
 */
final class BarrierFormula {
  private final Phi phi;
  private final SymbolicTrace trace;
  private final String name;
  private final List<Integer> entries;
  private final boolean mixed;

  /** Generation before and after each entry; made where the parties differ. */
  private final Map<Integer, IntExpr> before = new HashMap<>();

  private final Map<Integer, IntExpr> after = new HashMap<>();

  BarrierFormula(Phi phi, int object, List<Integer> events) {
    this.phi = phi;
    this.trace = phi.trace;
    this.name = "b" + object;
    this.entries = events.stream().filter(e -> trace.kind(e) == EventKind.BARRIER_ENTER).toList();
    this.mixed = entries.stream().mapToInt(trace::arg).distinct().count() > 1;
    if (mixed) {
      generations();
    }
  }

  /** The generation of the thread's latest entry is complete before its exit. */
  BoolExpr complete(int exit) {
    int enter = -1;
    for (int f : entries) {
      boolean own = trace.thread(f) == trace.thread(exit);
      if (own && trace.indexInThread(f) < trace.indexInThread(exit)) {
        enter = enter < 0 || trace.indexInThread(f) > trace.indexInThread(enter) ? f : enter;
      }
    }
    if (enter < 0) {
      return phi.z3.mkFalse();
    }
    return mixed ? later(enter, exit) : counted(enter, exit);
  }

  private BoolExpr counted(int enter, int exit) {
    ArithExpr<IntSort> parties = phi.z3.mkInt(Math.max(1, trace.arg(enter)));
    ArithExpr<IntSort> generation = phi.z3.mkDiv(arrivals(enter), parties);
    return phi.z3.mkGe(arrivals(exit), sum(product(generation, parties), parties));
  }

  private ArithExpr<IntSort> arrivals(int e) {
    ArithExpr<IntSort> sum = phi.z3.mkInt(0);
    for (int f : entries) {
      if (f != e) {
        sum = sum(sum, phi.orders.one(phi.orders.issuedBefore(f, e), 1));
      }
    }
    return sum;
  }

  private BoolExpr later(int enter, int exit) {
    List<BoolExpr> ways = new ArrayList<>();
    for (int f : entries) {
      ways.add(
          phi.and(phi.orders.issuedBefore(f, exit), phi.z3.mkGt(after.get(f), before.get(enter))));
    }
    return phi.or(ways);
  }

  private void generations() {
    Map<Integer, IntExpr> waiting = new HashMap<>();
    for (int e : entries) {
      before.put(e, phi.z3.mkIntConst(name + "before" + e));
      after.put(e, phi.z3.mkIntConst(name + "after" + e));
      waiting.put(e, phi.z3.mkIntConst(name + "waiting" + e));
    }
    for (int e : entries) {
      enter(e, null, phi.z3.mkInt(0), phi.z3.mkInt(0), waiting.get(e));
      for (int p : entries) {
        if (p != e) {
          enter(e, p, waiting.get(p), after.get(p), waiting.get(e));
        }
      }
    }
  }

  /** What holds after an entry if it follows {@code p}, or nobody, directly. */
  private void enter(
      int e, Integer p, ArithExpr<IntSort> waited, ArithExpr<IntSort> generation, IntExpr waiting) {
    ArithExpr<IntSort> one = phi.z3.mkInt(1);
    ArithExpr<IntSort> now = sum(waited, one);
    BoolExpr last = phi.z3.mkGe(now, phi.z3.mkInt(trace.arg(e)));
    BoolExpr first =
        phi.and(
            phi.z3.mkEq(before.get(e), generation),
            phi.z3.mkEq(waiting, phi.z3.mkITE(last, phi.z3.mkInt(0), now)),
            phi.z3.mkEq(after.get(e), phi.z3.mkITE(last, sum(generation, one), generation)));
    phi.session.add(phi.z3.mkImplies(follows(e, p), first));
  }

  private BoolExpr follows(int e, Integer p) {
    List<BoolExpr> parts = new ArrayList<>();
    if (p != null) {
      parts.add(phi.orders.issuedBefore(p, e));
    }
    for (int q : entries) {
      if (q != e && (p == null || q != p)) {
        BoolExpr behind = phi.orders.issuedBefore(e, q);
        parts.add(p == null ? behind : phi.or(behind, phi.orders.issuedBefore(q, p)));
      }
    }
    return phi.and(parts);
  }

  @SuppressWarnings("unchecked")
  private ArithExpr<IntSort> sum(ArithExpr<IntSort> x, ArithExpr<IntSort> y) {
    return phi.z3.mkAdd(x, y);
  }

  @SuppressWarnings("unchecked")
  private ArithExpr<IntSort> product(ArithExpr<IntSort> x, ArithExpr<IntSort> y) {
    return phi.z3.mkMul(x, y);
  }
}
