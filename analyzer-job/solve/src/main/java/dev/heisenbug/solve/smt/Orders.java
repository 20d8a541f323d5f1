package dev.heisenbug.solve.smt;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntSort;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.order.Requirements;

/**
 * The order variables of a trace: when each event is executed, when it takes effect (later only for
 * buffered stores), and whether an event that is not required happens at all.
 */
final class Orders {
  private final Context z3;
  private final IntExpr[] issue;
  private final IntExpr[] effect;
  private final BoolExpr[] happens;
  private final IntExpr end;

  Orders(Context z3, SymbolicTrace trace, MemoryModel model) {
    this.z3 = z3;
    int n = trace.eventCount();
    issue = new IntExpr[n];
    effect = new IntExpr[n];
    happens = new BoolExpr[n];
    end = z3.mkIntConst("end");
    int[] required = Requirements.of(trace);
    for (int e = 0; e < n; e++) {
      issue[e] = z3.mkIntConst("o" + e);
      boolean buffered = model.relaxed() && trace.kind(e) == EventKind.WRITE;
      effect[e] = buffered ? z3.mkIntConst("c" + e) : issue[e];
      boolean optional = trace.indexInThread(e) >= required[trace.thread(e)];
      happens[e] = optional ? z3.mkBoolConst("x" + e) : null;
    }
  }

  IntExpr issue(int e) {
    return issue[e];
  }

  IntExpr effect(int e) {
    return effect[e];
  }

  IntExpr end() {
    return end;
  }

  boolean optional(int e) {
    return happens[e] != null;
  }

  BoolExpr happens(int e) {
    return happens[e] == null ? z3.mkTrue() : happens[e];
  }

  /** The constraint, demanded only where the event happens. */
  BoolExpr whenHappens(int e, BoolExpr constraint) {
    return happens[e] == null ? constraint : z3.mkImplies(happens[e], constraint);
  }

  BoolExpr issuedBefore(int a, int b) {
    return z3.mkLt(issue[a], issue[b]);
  }

  BoolExpr effectBefore(int a, int b) {
    return z3.mkLt(effect[a], effect[b]);
  }

  /** The store is visible in memory before the event is executed. */
  BoolExpr visibleBefore(int store, int event) {
    return z3.mkLt(effect[store], issue[event]);
  }

  ArithExpr<IntSort> one(BoolExpr condition, long weight) {
    return (ArithExpr<IntSort>) z3.mkITE(condition, z3.mkInt(weight), z3.mkInt(0));
  }
}
