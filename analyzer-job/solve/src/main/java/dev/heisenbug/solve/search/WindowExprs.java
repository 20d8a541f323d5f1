package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.TraceBuilder;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Copies expressions into a window's trace: what was read inside stays symbolic, everything older
 * and every unknown becomes the value it has now.
 */
final class WindowExprs {
  private final Exprs from;
  private final TraceBuilder to;
  private final Evaluator now;
  private final Map<Integer, Integer> inside;
  private final Map<Integer, Integer> copied = new HashMap<>();

  /**
   * @param inside events of the window that were copied so far, by their number in the whole trace
   */
  WindowExprs(Exprs from, TraceBuilder to, Evaluator now, Map<Integer, Integer> inside) {
    this.from = from;
    this.to = to;
    this.now = now;
    this.inside = inside;
  }

  int copy(int root) {
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    stack.push(root);
    while (!stack.isEmpty()) {
      int n = stack.peek();
      boolean ready = true;
      for (int i = 0; i < from.op(n).arity(); i++) {
        if (!copied.containsKey(operand(n, i))) {
          stack.push(operand(n, i));
          ready = false;
        }
      }
      if (ready) {
        stack.pop();
        if (!copied.containsKey(n)) {
          copied.put(n, make(n));
        }
      }
    }
    return copied.get(root);
  }

  private int operand(int n, int i) {
    return i == 0 ? from.a(n) : i == 1 ? from.b(n) : from.c(n);
  }

  private int make(int n) {
    Op op = from.op(n);
    if (op == Op.READ && inside.containsKey(from.a(n))) {
      return to.valueOf(inside.get(from.a(n)));
    }
    if (op.arity() == 0) {
      return to.exprs().constant(from.sort(n), now.get(n));
    }
    int x = copied.get(from.a(n));
    int y = op.arity() < 2 ? 0 : copied.get(from.b(n));
    int z = op.arity() < 3 ? 0 : copied.get(from.c(n));
    return op == Op.ITE ? to.exprs().ite(x, y, z) : to.exprs().op(op, from.sort(n), x, y, z);
  }
}
