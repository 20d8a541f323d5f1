package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;

/** How far a condition that does not hold is from holding: a slope for local search to follow. */
final class Distance {
  private static final long FAR = 1L << 40;

  private Distance() {}

  static long of(Problem problem, Evaluator values, int node) {
    return of(problem.eval, values, node, true, 0);
  }

  private static long of(EvalPlan plan, Evaluator values, int n, boolean wanted, int depth) {
    if ((values.get(n) != 0) == wanted) {
      return 0;
    }
    Op op = plan.op[n];
    if (depth > 40) {
      return 1;
    }
    boolean bool = op.arity() > 0 && plan.sort[plan.a[n]] == dev.heisenbug.formats.trace.Sort.BOOL;
    return switch (op) {
      case NOT -> of(plan, values, plan.a[n], !wanted, depth + 1);
      case AND, OR -> {
        long x = of(plan, values, plan.a[n], wanted, depth + 1);
        long y = of(plan, values, plan.b[n], wanted, depth + 1);
        boolean both = (op == Op.AND) == wanted;
        yield both ? Math.min(FAR, x + y) : x == 0 ? y : y == 0 ? x : Math.min(x, y);
      }
      case EQ -> bool || !wanted ? 1 : gap(values, plan, n);
      case SLT, SLE, ULT, ULE -> gap(values, plan, n);
      default -> 1;
    };
  }

  private static long gap(Evaluator values, EvalPlan plan, int n) {
    long difference = values.get(plan.a[n]) - values.get(plan.b[n]);
    long size = Math.abs(difference);
    return size < 0 || size > FAR ? FAR : Math.max(1, size);
  }
}
