package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The reads that feed a violated condition, through the expressions and the stores they read from,
 * most recent first: the only places where a different order can help.
 */
final class Slice {
  private final Problem problem;
  private final Machine machine;
  private final int[] depthOf;
  private final int[] nodeEpoch;
  private int epoch;

  /** A heap of nodes, latest first: depth of the event that completes the node, then the node. */
  private long[] heap = new long[256];

  private int size;

  /**
   * @param depthOf step at which each event was executed
   */
  Slice(Machine machine, int[] depthOf) {
    this.machine = machine;
    this.depthOf = depthOf;
    this.problem = machine.problem;
    this.nodeEpoch = new int[problem.eval.nodes];
  }

  /** Up to {@code most} reads, by descending depth of execution. */
  int collect(int conditionExpr, int[] out, int most) {
    int[] n = new int[1];
    visit(
        conditionExpr,
        e -> {
          out[n[0]++] = e;
          return n[0] < most;
        });
    return n[0];
  }

  /** Visits reads by descending depth of execution while the visitor says true. */
  void visit(int conditionExpr, IntPredicate visitor) {
    epoch++;
    size = 0;
    EvalPlan plan = problem.eval;
    push(conditionExpr);
    while (size > 0) {
      int node = pop();
      Op op = plan.op[node];
      if (op == Op.READ && problem.trace.kind(plan.a[node]).reads()) {
        if (!visitor.test(plan.a[node])) {
          return;
        }
        through(plan.a[node]);
      }
      for (int i = 0; i < op.arity(); i++) {
        push(plan.operand(node, i));
      }
    }
  }

  /** Goes on to what the read's address, and the store it saw, depend on. */
  private void through(int r) {
    push(problem.trace.index(r));
    int w = machine.source[r];
    if (w >= 0 && problem.trace.kind(r).isMemory()) {
      push(problem.trace.value(w));
      push(problem.trace.index(w));
    }
  }

  private void push(int node) {
    if (node < 0 || nodeEpoch[node] == epoch || problem.eval.readyAt[node] == EvalPlan.FREE) {
      return;
    }
    nodeEpoch[node] = epoch;
    int at = problem.eval.readyAt[node];
    long depth = at == EvalPlan.MIXED ? Integer.MAX_VALUE : depthOf[at];
    long key = (depth << 32) | node;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    int i = size++;
    while (i > 0 && heap[(i - 1) >> 1] < key) {
      heap[i] = heap[(i - 1) >> 1];
      i = (i - 1) >> 1;
    }
    heap[i] = key;
  }

  private int pop() {
    long top = heap[0];
    long last = heap[--size];
    int i = 0;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      child += child + 1 < size && heap[child + 1] > heap[child] ? 1 : 0;
      if (heap[child] <= last) {
        break;
      }
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = last;
    return (int) top;
  }
}
