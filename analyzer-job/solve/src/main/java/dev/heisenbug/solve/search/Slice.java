package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;
import java.util.PriorityQueue;

/**
 * The reads that feed a violated condition, through the expressions and the stores they read from,
 * most recent first: the only places where a different order can help.
 */
final class Slice {
  private final Problem problem;
  private final Runner runner;
  private final int[] nodeEpoch;
  private final int[] readEpoch;
  private int epoch;

  Slice(Runner runner) {
    this.runner = runner;
    this.problem = runner.problem;
    this.nodeEpoch = new int[problem.eval.nodes];
    this.readEpoch = new int[problem.events];
  }

  /** Up to {@code most} reads, by descending depth of execution. */
  int collect(int conditionExpr, int[] out, int most) {
    epoch++;
    PriorityQueue<Integer> nodes = new PriorityQueue<>((x, y) -> Integer.compare(y, x));
    PriorityQueue<Integer> reads =
        new PriorityQueue<>((x, y) -> Integer.compare(runner.depthOf[y], runner.depthOf[x]));
    int n = 0;
    expand(conditionExpr, nodes, reads, most * 4);
    while (!reads.isEmpty() && n < most) {
      int r = reads.poll();
      out[n++] = r;
      if (problem.trace.index(r) >= 0) {
        expand(problem.trace.index(r), nodes, reads, 8);
      }
      int w = runner.machine.source[r];
      if (w >= 0 && problem.trace.kind(r).isMemory()) {
        expand(problem.trace.value(w), nodes, reads, most);
        if (problem.trace.index(w) >= 0) {
          expand(problem.trace.index(w), nodes, reads, 8);
        }
      }
    }
    return n;
  }

  private void expand(
      int root, PriorityQueue<Integer> nodes, PriorityQueue<Integer> reads, int limit) {
    nodes.clear();
    push(root, nodes);
    int budget = limit * 8;
    while (!nodes.isEmpty() && budget-- > 0) {
      int node = nodes.poll();
      Op op = problem.eval.op[node];
      if (op == Op.READ) {
        int e = problem.eval.a[node];
        if (readEpoch[e] != epoch && problem.trace.kind(e).reads()) {
          readEpoch[e] = epoch;
          reads.add(e);
        }
      }
      for (int i = 0; i < op.arity(); i++) {
        push(problem.eval.operand(node, i), nodes);
      }
    }
  }

  private void push(int node, PriorityQueue<Integer> nodes) {
    if (nodeEpoch[node] != epoch && problem.eval.readyAt[node] != EvalPlan.FREE) {
      nodeEpoch[node] = epoch;
      nodes.add(node);
    }
  }
}
