package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;

/**
 * Where the values that one access makes known come from: each is one of the values before it and a
 * constant, or hangs on several of them in some other way.
 */
final class Origins {
  static final byte CONSTANT = 0;
  static final byte SHIFTED = 1;
  static final byte MIXED = 2;
  static final byte OPEN = 3;
  private static final long ALL = -1;

  final EvalPlan eval;
  final CellState state;
  private final byte[] kind;
  private final int[] base;

  /** Values before the access that a value hangs on, as bits. */
  private final long[] mask;

  /** Range of the base within which nothing on the way overflows. */
  private final long[] least;

  private final long[] most;
  private final int[] symbol;
  private final int[] stamp;
  private int epoch;
  private Symbols before;
  private CellPlan.Access access;

  Origins(CellState state) {
    this.state = state;
    this.eval = state.problem.eval;
    this.kind = new byte[eval.nodes];
    this.base = new int[eval.nodes];
    this.mask = new long[eval.nodes];
    this.least = new long[eval.nodes];
    this.most = new long[eval.nodes];
    this.symbol = new int[eval.nodes];
    this.stamp = new int[eval.nodes];
  }

  /** Looks at an access, just executed, from the values before it. */
  void of(CellPlan.Access done, Symbols from) {
    before = from;
    access = done;
    epoch++;
    for (int i = 1; i < from.size; i++) {
      is(from.node[i], i);
      symbol[from.node[i]] = i;
    }
    int read = eval.readNode[done.event];
    if (read >= 0) {
      is(read, 0);
      symbol[read] = -1;
    }
    for (int n : done.computes) {
      computed(n);
      symbol[n] = -1;
      stamp[n] = epoch;
    }
  }

  private void is(int n, int i) {
    kind[n] = before.open[i] ? OPEN : SHIFTED;
    stamp[n] = epoch;
    base[n] = i;
    mask[n] = i < Long.SIZE - 1 ? 1L << i : ALL;
    least[n] = Box.LEAST;
    most[n] = Box.MOST;
  }

  /** The value's place among those before the access, or -1. */
  int symbol(int n) {
    return stamp[n] == epoch ? symbol[n] : -1;
  }

  boolean madeHere(int n) {
    return eval.readyAt[n] == access.event && n != eval.readNode[access.event];
  }

  byte kind(int n) {
    if (eval.readyAt[n] == EvalPlan.FREE) {
      return CONSTANT;
    }
    if (stamp[n] != epoch && !madeHere(n)) {
      kind[n] = MIXED;
      mask[n] = ALL;
    }
    return kind[n];
  }

  int base(int n) {
    return base[n];
  }

  private void computed(int n) {
    long all = 0;
    for (int i = 0; i < eval.op[n].arity(); i++) {
      int x = eval.operand(n, i);
      if (kind(x) == OPEN) {
        kind[n] = OPEN;
        return;
      }
      all |= kind(x) == CONSTANT ? 0 : mask[x];
    }
    kind[n] = MIXED;
    mask[n] = all;
    int a = eval.a[n];
    int b = eval.b[n];
    switch (eval.op[n]) {
      case ADD -> shifted(n, kind(a) == SHIFTED ? a : b, kind(a) == SHIFTED ? b : a);
      case SUB -> shifted(n, a, b);
      case SEXT -> shifted(n, a, -1);
      default -> {}
    }
  }

  private void shifted(int n, int x, int constant) {
    boolean linear = kind(x) == SHIFTED && (constant < 0 || kind(constant) == CONSTANT);
    if (!linear || eval.operandSort[n] == Sort.BOOL) {
      return;
    }
    long shift = state.value(n) - state.value(x);
    long by = constant < 0 ? 0 : state.value(constant);
    boolean exact = shift == (eval.op[n] == Op.SUB ? -by : by);
    long total = state.value(n) - before.value[base[x]];
    if (!exact || !fits(total) || !fits(state.value(n))) {
      return;
    }
    kind[n] = SHIFTED;
    base[n] = base[x];
    int bits = Math.min(eval.sort[n].bits(), Long.SIZE - 2);
    long edge = 1L << (bits - 1);
    least[n] = Math.max(least[x], -edge - total);
    most[n] = Math.min(most[x], edge - 1 - total);
  }

  /** Far from where 64 bits overflow. */
  private static boolean fits(long v) {
    return v > Long.MIN_VALUE / 8 && v < Long.MAX_VALUE / 8;
  }

  /** Narrows a box of values before the access so that this value stays within a range. */
  void within(int n, long lo, long hi, Box to) {
    if (kind(n) == SHIFTED) {
      long total = state.value(n) - before.value[base[n]];
      long from = lo == Box.LEAST ? lo : lo - total;
      long until = hi == Box.MOST ? hi : hi - total;
      boolean plain = total == 0 || (fits(total) && fitsOrOpen(lo) && fitsOrOpen(hi));
      if (plain) {
        to.narrow(base[n], Math.max(from, least[n]), Math.min(until, most[n]));
      } else {
        to.narrow(base[n], before.value[base[n]], before.value[base[n]]);
      }
    } else if (kind(n) == MIXED) {
      pin(mask[n], to);
    }
  }

  private static boolean fitsOrOpen(long v) {
    return v == Box.LEAST || v == Box.MOST || fits(v);
  }

  /** Narrows a box to the present values of all that a value hangs on. */
  void pin(int n, Box to) {
    if (kind(n) != CONSTANT && kind(n) != OPEN) {
      pin(mask[n], to);
    }
  }

  private void pin(long bits, Box to) {
    for (int i = 0; i < before.size; i++) {
      boolean meant = bits == ALL || (i < Long.SIZE - 1 && (bits >>> i & 1) != 0);
      if (meant && !before.open[i]) {
        to.narrow(i, before.value[i], before.value[i]);
      }
    }
  }
}
