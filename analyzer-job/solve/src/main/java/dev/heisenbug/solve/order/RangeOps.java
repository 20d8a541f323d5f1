package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;

/** What an operator makes of ranges; everything its sort can hold where that is not simple. */
final class RangeOps {
  private static final Range FALSE = Range.of(0);
  private static final Range TRUE = Range.of(1);
  private static final Range EITHER = new Range(0, 1);

  private RangeOps() {}

  /** Operands beyond the operator's arity are null. */
  static Range apply(Op op, Sort sort, Range x, Range y, Range z) {
    return switch (op) {
      case ADD -> x.plus(y).within(sort);
      case SUB -> x.plus(y.negated()).within(sort);
      case NEG -> x.negated().within(sort);
      case MUL -> product(x, y, sort);
      case NOT -> sort == Sort.BOOL ? new Range(1 - x.hi(), 1 - x.lo()) : flipped(x);
      case AND -> and(x, y, sort);
      case OR ->
          sort == Sort.BOOL
              ? new Range(Math.max(x.lo(), y.lo()), Math.max(x.hi(), y.hi()))
              : Range.all(sort);
      case SREM -> remainder(x, y, sort);
      case LSHR, ASHR -> shifted(x, y, sort);
      case EQ -> x.hi() < y.lo() || y.hi() < x.lo() ? FALSE : sameOne(x, y) ? TRUE : EITHER;
      case SLT -> less(x, y);
      case SLE -> negated(less(y, x));
      case ULT -> x.lo() >= 0 && y.lo() >= 0 ? less(x, y) : EITHER;
      case ULE -> x.lo() >= 0 && y.lo() >= 0 ? negated(less(y, x)) : EITHER;
      case ITE -> x.isOne() ? (x.lo() == 1 ? y : z) : Range.hull(y, z);
      case SEXT -> x;
      case ZEXT -> x.lo() >= 0 ? x : Range.all(sort);
      case TRUNC -> x.within(sort);
      default -> Range.all(sort);
    };
  }

  private static boolean sameOne(Range x, Range y) {
    return x.isOne() && x.equals(y);
  }

  private static Range less(Range x, Range y) {
    return x.hi() < y.lo() ? TRUE : x.lo() >= y.hi() ? FALSE : EITHER;
  }

  private static Range negated(Range truth) {
    return new Range(1 - truth.hi(), 1 - truth.lo());
  }

  private static Range flipped(Range x) {
    return new Range(~x.hi(), ~x.lo());
  }

  private static Range and(Range x, Range y, Sort sort) {
    if (sort == Sort.BOOL) {
      return new Range(Math.min(x.lo(), y.lo()), Math.min(x.hi(), y.hi()));
    }
    if (x.lo() < 0 && y.lo() < 0) {
      return Range.all(sort);
    }
    long most = x.lo() < 0 ? y.hi() : y.lo() < 0 ? x.hi() : Math.min(x.hi(), y.hi());
    return new Range(0, most);
  }

  private static Range product(Range x, Range y, Sort sort) {
    long small = Integer.MAX_VALUE;
    if (x.lo() < -small || x.hi() > small || y.lo() < -small || y.hi() > small) {
      return Range.all(sort);
    }
    Range low = Range.hull(Range.of(x.lo() * y.lo()), Range.of(x.lo() * y.hi()));
    Range high = Range.hull(Range.of(x.hi() * y.lo()), Range.of(x.hi() * y.hi()));
    return Range.hull(low, high).within(sort);
  }

  private static Range remainder(Range x, Range y, Sort sort) {
    if (!y.isOne() || y.lo() <= 0) {
      return Range.all(sort);
    }
    long most = y.lo() - 1;
    return new Range(x.lo() < 0 ? -most : 0, x.hi() < 0 ? 0 : Math.min(x.hi(), most));
  }

  private static Range shifted(Range x, Range by, Sort sort) {
    boolean simple = by.isOne() && by.lo() >= 0 && by.lo() < sort.bits() && x.lo() >= 0;
    return simple ? new Range(x.lo() >> by.lo(), x.hi() >> by.lo()) : Range.all(sort);
  }
}
