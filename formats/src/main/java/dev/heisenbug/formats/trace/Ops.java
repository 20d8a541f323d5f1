package dev.heisenbug.formats.trace;

/** Concrete meaning of every {@link Op}, in one place, so that nobody evaluates differently. */
public final class Ops {
  private Ops() {}

  /**
   * Applies {@code op} to canonical operands.
   *
   * @param result the sort of the result
   * @param operand the sort of the operands (of the second one for {@code ITE})
   */
  public static long apply(Op op, Sort result, Sort operand, long a, long b, long c) {
    return switch (op) {
      case CONST, READ, UNKNOWN -> throw new IllegalArgumentException("no operation: " + op);
      case ADD -> result.normalize(a + b);
      case SUB -> result.normalize(a - b);
      case MUL -> result.normalize(a * b);
      case NEG -> result.normalize(-a);
      case SDIV -> b == 0 ? (a < 0 ? 1 : -1) : result.normalize(b == -1 ? -a : a / b);
      case SREM -> b == 0 ? a : b == -1 ? 0 : a % b;
      case UDIV ->
          b == 0
              ? -1
              : result.normalize(Long.divideUnsigned(operand.unsigned(a), operand.unsigned(b)));
      case UREM ->
          b == 0
              ? a
              : result.normalize(Long.remainderUnsigned(operand.unsigned(a), operand.unsigned(b)));
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case NOT -> result == Sort.BOOL ? a ^ 1 : ~a;
      case SHL -> tooFar(result, b) ? 0 : result.normalize(a << b);
      case LSHR -> tooFar(result, b) ? 0 : result.normalize(result.unsigned(a) >>> b);
      case ASHR -> tooFar(result, b) ? a >> 63 : a >> b;
      case EQ -> a == b ? 1 : 0;
      case SLT -> a < b ? 1 : 0;
      case SLE -> a <= b ? 1 : 0;
      case ULT -> Long.compareUnsigned(operand.unsigned(a), operand.unsigned(b)) < 0 ? 1 : 0;
      case ULE -> Long.compareUnsigned(operand.unsigned(a), operand.unsigned(b)) <= 0 ? 1 : 0;
      case ITE -> a != 0 ? b : c;
      case TRUNC, SEXT, BITS -> result.normalize(a);
      case ZEXT -> result.normalize(operand.unsigned(a));
      case FADD, FSUB, FMUL, FDIV, FREM, FNEG -> arithmetic(op, result, a, b);
      case FEQ, FLT, FLE -> compare(op, operand, a, b) ? 1 : 0;
      case I2F -> result == Sort.F32 ? bits((float) a) : bits((double) a);
      case F2I -> toInteger(result, toDouble(operand, a));
      case F2F -> fromDouble(result, toDouble(operand, a));
    };
  }

  private static boolean tooFar(Sort sort, long count) {
    return Long.compareUnsigned(sort.unsigned(count), sort.bits()) >= 0;
  }

  private static long arithmetic(Op op, Sort sort, long a, long b) {
    if (sort == Sort.F32) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      return bits(
          switch (op) {
            case FADD -> x + y;
            case FSUB -> x - y;
            case FMUL -> x * y;
            case FDIV -> x / y;
            case FREM -> x % y;
            default -> -x;
          });
    }
    double x = Double.longBitsToDouble(a);
    double y = Double.longBitsToDouble(b);
    return bits(
        switch (op) {
          case FADD -> x + y;
          case FSUB -> x - y;
          case FMUL -> x * y;
          case FDIV -> x / y;
          case FREM -> x % y;
          default -> -x;
        });
  }

  private static boolean compare(Op op, Sort sort, long a, long b) {
    double x = toDouble(sort, a);
    double y = toDouble(sort, b);
    return switch (op) {
      case FEQ -> x == y;
      case FLT -> x < y;
      default -> x <= y;
    };
  }

  private static long toInteger(Sort sort, double value) {
    return sort == Sort.I64 ? (long) value : sort.normalize((int) value);
  }

  /** The number a float or double bit pattern stands for. */
  public static double toDouble(Sort sort, long bits) {
    return sort == Sort.F32 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
  }

  static long fromDouble(Sort sort, double value) {
    return sort == Sort.F32 ? bits((float) value) : bits(value);
  }

  /** All that is not a number has one pattern: which one the processor gives is not defined. */
  private static long bits(float value) {
    return Float.floatToIntBits(value);
  }

  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }
}
