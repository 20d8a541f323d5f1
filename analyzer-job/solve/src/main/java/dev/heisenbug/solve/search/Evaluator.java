package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Ops;

/** Values of expression nodes under the reads executed so far and the chosen unknowns. */
final class Evaluator {
  private final EvalPlan plan;
  private final long[] value;
  private final int[] epochOf;
  private int epoch;

  Evaluator(EvalPlan plan, long[] unknowns) {
    this.plan = plan;
    this.value = new long[plan.nodes];
    this.epochOf = new int[plan.nodes];
    setUnknowns(unknowns);
  }

  /** Recomputes what depends on unknowns alone; the caller runs again from the start. */
  void setUnknowns(long[] unknowns) {
    for (int n = 0; n < plan.nodes; n++) {
      if (plan.readyAt[n] == EvalPlan.FREE) {
        value[n] =
            switch (plan.op[n]) {
              case CONST -> constant(n);
              case UNKNOWN -> plan.sort[n].normalize(unknowns[plan.a[n]]);
              default -> apply(n);
            };
      }
    }
  }

  private long constant(int n) {
    return ((long) plan.b[n] << 32) | (plan.a[n] & 0xFFFF_FFFFL);
  }

  /** An event supplied its read (if it has one): computes every node that became known. */
  void arrive(int event) {
    int end = plan.readyStart[event + 1];
    for (int i = plan.readyStart[event]; i < end; i++) {
      int n = plan.ready[i];
      value[n] = apply(n);
    }
  }

  void setRead(int event, long read) {
    int n = plan.readNode[event];
    if (n >= 0) {
      value[n] = read;
    }
  }

  private long apply(int n) {
    return Ops.apply(
        plan.op[n],
        plan.sort[n],
        plan.operandSort[n],
        value[plan.a[n]],
        value[plan.b[n]],
        value[plan.c[n]]);
  }

  /** Puts back a value computed before. */
  void set(int node, long computed) {
    value[node] = computed;
  }

  long get(int node) {
    return plan.readyAt[node] == EvalPlan.MIXED ? mixed(node) : value[node];
  }

  /** Nodes over several threads are rare (goals), so they are computed afresh when asked. */
  private long mixed(int root) {
    epoch++;
    int[] stack = new int[64];
    int top = 0;
    stack[top++] = root;
    while (top > 0) {
      int n = stack[top - 1];
      int before = top;
      for (int i = 0; i < plan.op[n].arity(); i++) {
        int operand = plan.operand(n, i);
        if (plan.readyAt[operand] == EvalPlan.MIXED && epochOf[operand] != epoch) {
          if (top == stack.length) {
            stack = java.util.Arrays.copyOf(stack, top * 2);
          }
          stack[top++] = operand;
        }
      }
      if (top == before) {
        top--;
        if (epochOf[n] != epoch) {
          epochOf[n] = epoch;
          value[n] = plan.op[n] == Op.READ ? value[n] : apply(n);
        }
      }
    }
    return value[root];
  }
}
