package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;

/**
 * What is known of one value of the run: its observed bits, and the expression it has over shared
 * reads if it depends on any. A lost value has neither, because the log did not fit the code.
 */
final class Val {
  private static final int CONCRETE = -1;
  private static final int LOST = -2;
  private static final Val[] LOST_BY_SORT = new Val[Sort.values().length];
  private static final Val[] SMALL = new Val[256];

  static {
    for (Sort s : Sort.values()) {
      LOST_BY_SORT[s.ordinal()] = new Val(s, 0, LOST, null);
    }
    for (int i = 0; i < SMALL.length; i++) {
      SMALL[i] = new Val(Sort.I32, i - 128, CONCRETE, null);
    }
  }

  final Sort sort;
  private final long bits;
  private final int expr;

  /** The object, while its number is not known: it was created here and not logged yet. */
  final Alloc alloc;

  private Val(Sort sort, long bits, int expr, Alloc alloc) {
    this.sort = sort;
    this.bits = bits;
    this.expr = expr;
    this.alloc = alloc;
  }

  static Val of(Sort sort, long bits) {
    if (sort == Sort.I32 && bits >= -128 && bits < 128) {
      return SMALL[(int) bits + 128];
    }
    return new Val(sort, bits, CONCRETE, null);
  }

  static Val i32(int value) {
    return of(Sort.I32, value);
  }

  static Val nil() {
    return of(Sort.REF, 0);
  }

  static Val created(Alloc alloc) {
    return new Val(Sort.REF, 0, CONCRETE, alloc);
  }

  static Val symbolic(Sort sort, long bits, int expr) {
    return new Val(sort, bits, expr, null);
  }

  static Val lost(Sort sort) {
    return LOST_BY_SORT[sort.ordinal()];
  }

  boolean isLost() {
    return expr == LOST;
  }

  boolean isSymbolic() {
    return expr >= 0;
  }

  /** Whether {@link #bits} means something. */
  boolean hasBits() {
    return expr != LOST && (alloc == null || alloc.ref != 0);
  }

  long bits() {
    return alloc == null ? bits : alloc.ref;
  }

  /** The expression; only for symbolic values. */
  int expr() {
    return expr;
  }

  boolean isNull() {
    return alloc == null && expr != LOST && bits == 0;
  }

  boolean isWide() {
    return sort == Sort.I64 || sort == Sort.F64;
  }
}
