package dev.heisenbug.solve.smt;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * What small expressions read. Z3 does not look at its time limit while it takes in a large one,
 * and in a long trace there are too many to look at them all.
 */
final class SmallReads {
  private static final int LARGEST = 400;
  private final Exprs exprs;
  private int left = 1_000_000;

  SmallReads(SymbolicTrace trace) {
    exprs = trace.exprs();
  }

  /** The events whose values it uses; none if it is large, or if enough was looked at before. */
  Set<Integer> of(int root) {
    Set<Integer> reads = new HashSet<>();
    Set<Integer> seen = new HashSet<>();
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    stack.push(root);
    while (!stack.isEmpty()) {
      int n = stack.pop();
      if (!seen.add(n)) {
        continue;
      }
      if (seen.size() > LARGEST || --left < 0) {
        return Set.of();
      }
      Op op = exprs.op(n);
      if (op == Op.READ) {
        reads.add(exprs.a(n));
      }
      for (int i = 0; i < op.arity(); i++) {
        stack.push(i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n));
      }
    }
    return reads;
  }
}
