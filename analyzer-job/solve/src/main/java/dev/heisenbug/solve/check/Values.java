package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Ops;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.BitSet;

/** Evaluates expressions over the values read so far; every node once, as values never change. */
final class Values {
  private final Exprs exprs;
  private final long[] unknowns;
  private final long[] node;
  private final BitSet known;
  private final long[] read;
  private final BitSet hasRead;

  Values(SymbolicTrace trace, long[] unknowns) {
    this.exprs = trace.exprs();
    this.unknowns = unknowns;
    this.node = new long[exprs.size()];
    this.known = new BitSet();
    this.read = new long[trace.eventCount()];
    this.hasRead = new BitSet();
  }

  private Values(Values other) {
    exprs = other.exprs;
    unknowns = other.unknowns;
    node = other.node.clone();
    known = (BitSet) other.known.clone();
    read = other.read.clone();
    hasRead = (BitSet) other.hasRead.clone();
  }

  String key() {
    StringBuilder key = new StringBuilder();
    hasRead.stream().forEach(e -> key.append(e).append('=').append(read[e]).append(' '));
    return key.toString();
  }

  Values copy() {
    return new Values(this);
  }

  void setRead(int event, long value) {
    read[event] = value;
    hasRead.set(event);
  }

  /** Whether all reads the expression uses have happened. */
  boolean ready(int root) {
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    BitSet seen = new BitSet();
    stack.push(root);
    while (!stack.isEmpty()) {
      int n = stack.pop();
      if (known.get(n) || seen.get(n)) {
        continue;
      }
      seen.set(n);
      Op op = exprs.op(n);
      if (op == Op.READ && !hasRead.get(exprs.a(n))) {
        return false;
      }
      for (int i = 0; i < op.arity(); i++) {
        stack.push(operand(n, i));
      }
    }
    return true;
  }

  long eval(int root) {
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    stack.push(root);
    while (!stack.isEmpty()) {
      int n = stack.peek();
      boolean ready = true;
      for (int i = 0; i < exprs.op(n).arity(); i++) {
        if (!known.get(operand(n, i))) {
          stack.push(operand(n, i));
          ready = false;
        }
      }
      if (ready) {
        stack.pop();
        if (!known.get(n)) {
          node[n] = value(n);
          known.set(n);
        }
      }
    }
    return node[root];
  }

  private int operand(int n, int i) {
    return i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n);
  }

  private long value(int n) {
    Op op = exprs.op(n);
    return switch (op) {
      case CONST -> exprs.constant(n);
      case UNKNOWN -> exprs.sort(n).normalize(unknowns[exprs.a(n)]);
      case READ -> {
        if (!hasRead.get(exprs.a(n))) {
          throw new IllegalStateException("a value is used before it is read");
        }
        yield read[exprs.a(n)];
      }
      default -> {
        long y = op.arity() > 1 ? node[exprs.b(n)] : 0;
        long z = op.arity() > 2 ? node[exprs.c(n)] : 0;
        yield Ops.apply(op, exprs.sort(n), exprs.sort(exprs.a(n)), node[exprs.a(n)], y, z);
      }
    };
  }
}
