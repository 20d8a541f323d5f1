package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.BitSet;

/** How far each thread must run: as the trace says, and as far as the goals read. */
public final class Requirements {
  private Requirements() {}

  public static int[] of(SymbolicTrace trace) {
    int[] required = new int[trace.threadCount()];
    for (int t = 0; t < required.length; t++) {
      required[t] = trace.required(t);
    }
    for (Condition c : trace.conditions()) {
      if (c.kind() != Condition.Kind.GOAL) {
        continue;
      }
      if (c.thread() >= 0) {
        required[c.thread()] = Math.max(required[c.thread()], c.after());
      }
      for (int e : reads(trace, c.expr())) {
        int t = trace.thread(e);
        required[t] = Math.max(required[t], trace.indexInThread(e) + 1);
      }
    }
    return required;
  }

  /** Events whose values an expression uses. */
  public static int[] reads(SymbolicTrace trace, int root) {
    Exprs exprs = trace.exprs();
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    BitSet seen = new BitSet();
    BitSet reads = new BitSet();
    stack.push(root);
    while (!stack.isEmpty()) {
      int n = stack.pop();
      if (seen.get(n)) {
        continue;
      }
      seen.set(n);
      Op op = exprs.op(n);
      if (op == Op.READ) {
        reads.set(exprs.a(n));
      }
      for (int i = 0; i < op.arity(); i++) {
        stack.push(i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n));
      }
    }
    return reads.stream().toArray();
  }
}
