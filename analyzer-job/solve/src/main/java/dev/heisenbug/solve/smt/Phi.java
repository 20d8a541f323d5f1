package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Words;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.order.Requirements;
import java.util.List;

/** What all parts of a formula need: trace, model, order variables, value terms, the solver. */
final class Phi {
  final SymbolicTrace trace;
  final MemoryModel model;
  final OrderFacts facts;
  final Z3Session session;
  final Context z3;
  final Orders orders;
  final ExprTerms terms;

  Phi(SymbolicTrace trace, MemoryModel model, OrderFacts facts, Z3Session session) {
    this.trace = trace;
    this.model = model;
    this.facts = facts;
    this.session = session;
    this.z3 = session.z3;
    this.orders = new Orders(z3, trace, model);
    this.terms = new ExprTerms(z3, trace);
  }

  BoolExpr and(BoolExpr... parts) {
    return parts.length == 1 ? parts[0] : z3.mkAnd(parts);
  }

  BoolExpr and(List<BoolExpr> parts) {
    return parts.isEmpty() ? z3.mkTrue() : z3.mkAnd(parts.toArray(BoolExpr[]::new));
  }

  BoolExpr or(BoolExpr... parts) {
    return parts.length == 1 ? parts[0] : z3.mkOr(parts);
  }

  BoolExpr or(List<BoolExpr> parts) {
    return parts.isEmpty() ? z3.mkFalse() : z3.mkOr(parts.toArray(BoolExpr[]::new));
  }

  /** Path and bug constraints: one conjunct per branch, named for the core. */
  void conditions() {
    int[] required = Requirements.of(trace);
    for (Condition c : trace.conditions()) {
      BoolExpr holds = terms.condition(c.expr());
      int t = c.thread();
      if (t >= 0 && c.after() > required[t]) {
        if (c.after() < trace.threadLength(t)) {
          session.add(orders.whenHappens(trace.event(t, c.after()), holds));
        }
        continue;
      }
      session.add(Words.of(trace, c), holds);
    }
  }
}
