package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds conditions that ask for more, or less, than all stores together can give. */
public final class RangeDiagnosis {
  /** Expressions up to which ranges are kept for all of them. */
  private static final int MOST_NODES = 6_000_000;

  private RangeDiagnosis() {}

  public static Optional<Contradiction> find(SymbolicTrace trace) {
    if (trace.exprs().size() > MOST_NODES) {
      return Optional.empty();
    }
    ChainRanges chains = new ChainRanges(trace);
    Range[] ranges = ranges(trace, chains);
    int[] required = Requirements.of(trace);
    for (Condition c : trace.conditions()) {
      boolean must = c.thread() < 0 || c.after() <= required[c.thread()];
      if (must && ranges[c.expr()].hi() == 0) {
        return Optional.of(explain(trace, chains, c));
      }
    }
    return Optional.empty();
  }

  private static Range[] ranges(SymbolicTrace trace, ChainRanges chains) {
    Exprs exprs = trace.exprs();
    Range[] ranges = new Range[exprs.size()];
    for (int n = 0; n < ranges.length; n++) {
      Op op = exprs.op(n);
      int e = op == Op.READ ? exprs.a(n) : -1;
      if (op == Op.CONST && !exprs.sort(n).isFloat()) {
        ranges[n] = Range.of(exprs.constant(n));
      } else if (e >= 0 && trace.kind(e).isMemory() && exprs.sort(n).isInteger()) {
        ranges[n] = chains.of(trace.target(e));
      } else {
        Range x = op.arity() > 0 ? ranges[exprs.a(n)] : null;
        Range y = op.arity() > 1 ? ranges[exprs.b(n)] : null;
        Range z = op.arity() > 2 ? ranges[exprs.c(n)] : null;
        ranges[n] = RangeOps.apply(op, exprs.sort(n), x, y, z);
      }
    }
    return ranges;
  }

  private static Contradiction explain(SymbolicTrace trace, ChainRanges chains, Condition c) {
    String condition = "the " + Words.of(trace, c);
    List<String> core = new ArrayList<>();
    core.add(condition);
    TreeSet<Integer> places = new TreeSet<>();
    for (int r : Requirements.reads(trace, c.expr())) {
      if (trace.kind(r).isMemory()) {
        places.add(trace.target(r));
      }
    }
    for (int place : places) {
      String name = trace.locations().get(place).name();
      core.add("what " + name + " holds is " + chains.of(place) + " in every order of its stores");
    }
    return new Contradiction(condition + " holds for no value that its reads can see", core);
  }
}
