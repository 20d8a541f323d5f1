package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** Values worth trying for a free library result: what the condition compares it with, and near. */
final class Choices {
  private static final int MOST_NODES = 200;

  private final Problem problem;

  Choices(Problem problem) {
    this.problem = problem;
  }

  Set<Long> of(int condition, int call) {
    int node = problem.eval.readNode[call];
    Set<Long> values = new LinkedHashSet<>();
    if (node < 0) {
      return values;
    }
    Sort sort = problem.eval.sort[node];
    values.add(0L);
    values.add(1L);
    if (sort == Sort.BOOL) {
      return values;
    }
    values.add(sort.normalize(-1));
    EvalPlan plan = problem.eval;
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    BitSet seen = new BitSet();
    stack.push(condition);
    for (int i = 0; i < MOST_NODES && !stack.isEmpty(); i++) {
      int n = stack.pop();
      if (plan.op[n] == Op.CONST && plan.sort[n] == sort) {
        long constant = problem.trace.exprs().constant(n);
        values.add(constant);
        values.add(sort.normalize(constant + 1));
        values.add(sort.normalize(constant - 1));
      }
      for (int k = 0; k < plan.op[n].arity(); k++) {
        int operand = plan.operand(n, k);
        if (!seen.get(operand)) {
          seen.set(operand);
          stack.push(operand);
        }
      }
    }
    return values;
  }
}
