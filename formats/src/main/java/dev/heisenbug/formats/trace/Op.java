package dev.heisenbug.formats.trace;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Operators of value expressions: the bit-exact integer, boolean and IEEE operations that both the
 * JVM and x86-64 need.
 *
 * <p>Integer division by zero follows SMT-LIB (quotient all ones or one, remainder the dividend);
 * front ends state a non-zero divisor as a path condition. Shifts by the width or more give 0 (or
 * the sign); front ends mask the count as their machine does.
 */
public enum Op {
  CONST(0),
  READ(0),
  UNKNOWN(0),
  ADD(2),
  SUB(2),
  MUL(2),
  SDIV(2),
  SREM(2),
  UDIV(2),
  UREM(2),
  NEG(1),
  AND(2),
  OR(2),
  XOR(2),
  NOT(1),
  SHL(2),
  LSHR(2),
  ASHR(2),
  EQ(2),
  SLT(2),
  SLE(2),
  ULT(2),
  ULE(2),
  ITE(3),
  /** Integer to narrower integer. */
  TRUNC(1),
  SEXT(1),
  ZEXT(1),
  /** Same bits, other sort of the same width. */
  BITS(1),
  FADD(2),
  FSUB(2),
  FMUL(2),
  FDIV(2),
  /** Java's {@code %} on floating point. */
  FREM(2),
  FNEG(1),
  FEQ(2),
  FLT(2),
  FLE(2),
  /** Signed integer to floating point, round to nearest even. */
  I2F(1),
  /** Floating point to signed integer, Java's saturating conversion. */
  F2I(1),
  F2F(1);

  private static final Op[] ALL = values();
  private static final Map<String, Op> BY_TEXT = new HashMap<>();

  static {
    for (Op op : ALL) {
      BY_TEXT.put(op.text(), op);
    }
  }

  private final int arity;

  Op(int arity) {
    this.arity = arity;
  }

  public int arity() {
    return arity;
  }

  /** True where the result sort is not the sort of the first operand and must be written out. */
  public boolean converts() {
    return switch (this) {
      case TRUNC, SEXT, ZEXT, BITS, I2F, F2I, F2F -> true;
      default -> false;
    };
  }

  /** True for comparisons, whose result is {@link Sort#BOOL}. */
  public boolean compares() {
    return switch (this) {
      case EQ, SLT, SLE, ULT, ULE, FEQ, FLT, FLE -> true;
      default -> false;
    };
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operator of that name, or null. */
  public static Op parse(String text) {
    return BY_TEXT.get(text);
  }

  static Op of(int ordinal) {
    return ALL[ordinal];
  }
}
