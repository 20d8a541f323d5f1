package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import java.util.Arrays;
import java.util.BitSet;

/** Why an access of one cell went as it did, as a box of the values before it. */
final class CellReasons {
  private final EvalPlan eval;
  private final CellState state;
  private final Origins origins;
  private final BitSet blamed = new BitSet();
  private int[] stack = new int[32];
  private int top;

  CellReasons(CellState state) {
    this.state = state;
    this.eval = state.problem.eval;
    this.origins = new Origins(state);
  }

  /** Every condition that ever failed. */
  BitSet blamed() {
    return blamed;
  }

  /** The access failed: narrows the box to values for which the same condition fails. */
  void failed(CellPlan.Access access, Symbols before, Box to) {
    origins.of(access, before);
    for (int n : access.conditions) {
      if (!state.isOpen(n) && state.value(n) == 0) {
        blamed.set(n);
        explain(n, to);
        return;
      }
    }
  }

  /** Narrows the box before an access to values that lead into a box behind it. */
  void through(CellPlan.Access access, Symbols before, Symbols after, Box behind, Box to) {
    origins.of(access, before);
    boolean writes = state.problem.trace.kind(access.event).writes();
    if (!behind.isOpen(0)) {
      if (!writes) {
        to.narrow(0, behind.lo[0], behind.hi[0]);
      } else if (access.stored >= 0) {
        lead(access.stored, behind.lo[0], behind.hi[0], to);
      }
    }
    for (int i = 1; i < after.size; i++) {
      if (!behind.isOpen(i)) {
        int s = origins.symbol(after.node[i]);
        if (s >= 0) {
          to.narrow(s, behind.lo[i], behind.hi[i]);
        } else {
          lead(after.node[i], behind.lo[i], behind.hi[i], to);
        }
      }
    }
  }

  /** All conditions of the access hold: narrows the box to values for which they do. */
  void held(CellPlan.Access access, Box to) {
    for (int n : access.conditions) {
      if (!state.isOpen(n)) {
        explain(n, to);
      }
    }
  }

  /** A value stays within a range; what an ITE chose stays chosen. */
  private void lead(int n, long lo, long hi, Box to) {
    int at = n;
    while (origins.madeHere(at) && eval.op[at] == Op.ITE) {
      if (state.isOpen(at)) {
        return;
      }
      explain(eval.a[at], to);
      at = state.value(eval.a[at]) != 0 ? eval.b[at] : eval.c[at];
    }
    if (origins.madeHere(at) && eval.sort[at] == Sort.BOOL) {
      explain(at, to);
    } else {
      origins.within(at, lo, hi, to);
    }
  }

  /** Narrows a box to values for which a boolean comes out as it did. */
  private void explain(int node, Box to) {
    top = 0;
    push(node);
    while (top > 0) {
      int n = stack[--top];
      if (origins.kind(n) == Origins.CONSTANT || state.isOpen(n)) {
        continue;
      }
      if (!origins.madeHere(n)) {
        origins.within(n, state.value(n), state.value(n), to);
        continue;
      }
      boolean yes = state.value(n) != 0;
      switch (eval.op[n]) {
        case NOT -> push(eval.a[n]);
        case AND -> both(n, !yes);
        case OR -> both(n, yes);
        case XOR -> both(n, false);
        case ITE -> {
          push(eval.a[n]);
          push(state.value(eval.a[n]) != 0 ? eval.b[n] : eval.c[n]);
        }
        case EQ, SLT, SLE -> compare(n, yes, to);
        default -> origins.pin(n, to);
      }
    }
  }

  private void push(int n) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, top * 2);
    }
    stack[top++] = n;
  }

  /**
   * @param oneDecides one operand with the value of the whole is reason enough
   */
  private void both(int n, boolean oneDecides) {
    boolean first = state.value(eval.a[n]) == state.value(n);
    if (!oneDecides || first) {
      push(eval.a[n]);
    }
    if (!oneDecides || !first) {
      push(eval.b[n]);
    }
  }

  private void compare(int n, boolean yes, Box to) {
    int a = eval.a[n];
    int b = eval.b[n];
    boolean shiftedA = origins.kind(a) == Origins.SHIFTED;
    boolean shiftedB = origins.kind(b) == Origins.SHIFTED;
    if (eval.operandSort[n] == Sort.BOOL) {
      push(a);
      push(b);
    } else if (shiftedA && shiftedB) {
      apart(n, yes, to);
    } else if (shiftedA && origins.kind(b) == Origins.CONSTANT) {
      range(n, yes, a, state.value(b), true, to);
    } else if (shiftedB && origins.kind(a) == Origins.CONSTANT) {
      range(n, yes, b, state.value(a), false, to);
    } else {
      origins.pin(n, to);
    }
  }

  /** Two values that are not equal stay on either side of a number between them. */
  private void apart(int n, boolean yes, Box to) {
    int a = eval.a[n];
    int b = eval.b[n];
    long x = state.value(a);
    long y = state.value(b);
    if (eval.op[n] == Op.EQ && yes) {
      origins.within(a, x, x, to);
      origins.within(b, y, y, to);
      return;
    }
    boolean equal = eval.op[n] == Op.SLE ? yes : eval.op[n] == Op.SLT && !yes;
    int low = x < y || (x == y && yes) ? a : b;
    int high = low == a ? b : a;
    // What threads remember varies more than what the cell holds.
    boolean looseLow = origins.base(high) == 0;
    long top = looseLow ? Math.max(x, y) - (equal ? 0 : 1) : Math.min(x, y);
    origins.within(low, Box.LEAST, top, to);
    origins.within(high, equal ? top : top + 1, Box.MOST, to);
  }

  /**
   * Keeps the side of a constant that a value is on.
   *
   * @param left the value stands left of the constant
   */
  private void range(int n, boolean yes, int x, long k, boolean left, Box to) {
    long v = state.value(x);
    if (eval.op[n] == Op.EQ && yes) {
      origins.within(x, k, k, to);
      return;
    }
    boolean ends = eval.op[n] == Op.EQ;
    boolean withLow = !ends && (eval.op[n] == Op.SLE) == left;
    if (v < k || (v == k && withLow)) {
      origins.within(x, Box.LEAST, withLow || k == Box.LEAST ? k : k - 1, to);
    } else {
      boolean above = withLow || ends;
      origins.within(x, above && k < Box.MOST ? k + 1 : k, Box.MOST, to);
    }
  }
}
