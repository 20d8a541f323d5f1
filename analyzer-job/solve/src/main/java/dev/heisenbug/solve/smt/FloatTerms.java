package dev.heisenbug.solve.smt;

import com.microsoft.z3.BitVecExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import com.microsoft.z3.FPExpr;
import com.microsoft.z3.FPRMSort;
import com.microsoft.z3.FPSort;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;

/** Floating-point operations over their bit patterns. */
final class FloatTerms {
  private final Context z3;
  private final Expr<FPRMSort> nearest;

  FloatTerms(Context z3) {
    this.z3 = z3;
    this.nearest = z3.mkFPRoundNearestTiesToEven();
  }

  Expr<?> apply(Op op, Sort to, Sort from, BitVecExpr x, BitVecExpr y) {
    return switch (op) {
      case FADD -> bits(z3.mkFPAdd(nearest, number(from, x), number(from, y)));
      case FSUB -> bits(z3.mkFPSub(nearest, number(from, x), number(from, y)));
      case FMUL -> bits(z3.mkFPMul(nearest, number(from, x), number(from, y)));
      case FDIV -> bits(z3.mkFPDiv(nearest, number(from, x), number(from, y)));
      case FNEG -> bits(z3.mkFPNeg(number(from, x)));
      case FEQ -> z3.mkFPEq(number(from, x), number(from, y));
      case FLT -> z3.mkFPLt(number(from, x), number(from, y));
      case FLE -> z3.mkFPLEq(number(from, x), number(from, y));
      case I2F -> bits(z3.mkFPToFP(nearest, x, sort(to), true));
      case F2F -> bits(z3.mkFPToFP(nearest, number(from, x), sort(to)));
      case F2I -> saturate(number(from, x), from, to);
      default -> throw new IllegalStateException(op + " on floats");
    };
  }

  private FPSort sort(Sort sort) {
    return sort == Sort.F32 ? z3.mkFPSort32() : z3.mkFPSort64();
  }

  private FPExpr number(Sort sort, BitVecExpr bits) {
    return z3.mkFPToFP(bits, sort(sort));
  }

  /** All that is not a number has one pattern, as in {@code Ops}. */
  private BitVecExpr bits(FPExpr number) {
    BitVecExpr pattern = z3.mkFPToIEEEBV(number);
    boolean single = pattern.getSortSize() == Float.SIZE;
    long nan = single ? Float.floatToIntBits(Float.NaN) : Double.doubleToLongBits(Double.NaN);
    BitVecExpr canonical = z3.mkBV(Long.toUnsignedString(nan), pattern.getSortSize());
    return (BitVecExpr) z3.mkITE(z3.mkFPIsNaN(number), canonical, pattern);
  }

  private Expr<?> saturate(FPExpr x, Sort from, Sort to) {
    int width = to.bits();
    double limit = Math.scalb(1.0, width - 1);
    BitVecExpr zero = z3.mkBV(0, width);
    BitVecExpr max = z3.mkBV(Long.toString((1L << (width - 1)) - 1), width);
    BitVecExpr min = z3.mkBV(Long.toUnsignedString(1L << (width - 1)), width);
    FPExpr high = z3.mkFP(limit, sort(from));
    FPExpr low = z3.mkFP(-limit, sort(from));
    BoolExpr nan = z3.mkFPIsNaN(x);
    Expr<?> inside = z3.mkFPToBV(z3.mkFPRoundTowardZero(), x, width, true);
    BitVecExpr capped = (BitVecExpr) z3.mkITE(z3.mkFPGEq(x, high), max, (BitVecExpr) inside);
    BitVecExpr both = (BitVecExpr) z3.mkITE(z3.mkFPLt(x, low), min, capped);
    return z3.mkITE(nan, zero, both);
  }
}
