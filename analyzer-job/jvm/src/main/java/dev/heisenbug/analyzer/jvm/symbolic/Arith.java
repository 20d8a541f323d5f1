package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Ops;
import dev.heisenbug.formats.trace.Sort;

/** Computes with values as the JVM does: observed bits always, an expression where there is one. */
final class Arith {
  private final Emitter out;
  private final Exprs x;

  Arith(Emitter out) {
    this.out = out;
    x = out.x;
  }

  /** An operation on operands of one sort; comparisons give a bool. */
  Val op(Op op, Val a, Val b) {
    Sort result = op.compares() ? Sort.BOOL : a.sort;
    if (!a.hasBits() || !b.hasBits()) {
      return Val.lost(result);
    }
    long bits = Ops.apply(op, result, a.sort, a.bits(), b.bits(), 0);
    if (!a.isSymbolic() && !b.isSymbolic()) {
      return Val.of(result, bits);
    }
    return out.symbolic(bits, x.op(op, result, out.expr(a), out.expr(b), 0));
  }

  Val neg(Op op, Val a) {
    return convert(op, a.sort, a);
  }

  /** A conversion or one-operand operation with the given result sort. */
  Val convert(Op op, Sort to, Val a) {
    if (!a.hasBits()) {
      return Val.lost(to);
    }
    long bits = Ops.apply(op, to, a.sort, a.bits(), 0, 0);
    return a.isSymbolic() ? out.symbolic(bits, x.op(op, to, a.expr(), 0, 0)) : Val.of(to, bits);
  }

  Val ite(Val condition, Val then, Val otherwise) {
    if (!condition.hasBits() || !then.hasBits() || !otherwise.hasBits()) {
      return Val.lost(then.sort);
    }
    if (!condition.isSymbolic()) {
      return condition.bits() != 0 ? then : otherwise;
    }
    long bits = condition.bits() != 0 ? then.bits() : otherwise.bits();
    return out.symbolic(bits, x.ite(condition.expr(), out.expr(then), out.expr(otherwise)));
  }

  Val not(Val a) {
    return a.isSymbolic()
        ? out.symbolic(a.bits() ^ 1, x.not(a.expr()))
        : a.hasBits() ? Val.of(Sort.BOOL, a.bits() ^ 1) : a;
  }

  /** A bool as the int the JVM has for it. */
  Val asInt(Val bool) {
    return ite(bool, Val.i32(1), Val.i32(0));
  }

  /** A shift: the JVM uses the low five or six bits of the count. */
  Val shift(Op op, Val a, Val count) {
    Val masked = op(Op.AND, count, Val.i32(a.sort == Sort.I64 ? 63 : 31));
    return op(op, a, a.sort == Sort.I64 ? convert(Op.ZEXT, Sort.I64, masked) : masked);
  }

  Val lcmp(Val a, Val b) {
    Val equal = ite(op(Op.EQ, a, b), Val.i32(0), Val.i32(1));
    return ite(op(Op.SLT, a, b), Val.i32(-1), equal);
  }

  /** Floating-point comparison; {@code nan} is the result for unordered operands. */
  Val fcmp(Val a, Val b, int nan) {
    Val equalOrNan = ite(op(Op.FEQ, a, b), Val.i32(0), Val.i32(nan));
    return nan < 0
        ? ite(op(Op.FLT, b, a), Val.i32(1), equalOrNan)
        : ite(op(Op.FLT, a, b), Val.i32(-1), equalOrNan);
  }

  /** Narrows an int to what a variable of a small type keeps. */
  Val narrow(char type, Val v) {
    return switch (type) {
      case 'Z' -> op(Op.AND, v, Val.i32(1));
      case 'B' -> convert(Op.SEXT, Sort.I32, convert(Op.TRUNC, Sort.I8, v));
      case 'C' -> convert(Op.ZEXT, Sort.I32, convert(Op.TRUNC, Sort.I16, v));
      case 'S' -> convert(Op.SEXT, Sort.I32, convert(Op.TRUNC, Sort.I16, v));
      default -> v;
    };
  }

  /**
   * Whether two ints compare in a way; comparisons with constants are pushed into conditional
   * results, so that a branch on a comparison's result states the comparison itself.
   */
  Val compare(Op op, Val a, Val b) {
    if (a.isSymbolic() && b.hasBits() && !b.isSymbolic() && x.op(a.expr()) == Op.ITE) {
      Val plain = op(op, Val.of(a.sort, a.bits()), b);
      return out.symbolic(plain.bits(), push(op, a.expr(), out.expr(b)));
    }
    return op(op, a, b);
  }

  private int push(Op op, int node, int constant) {
    if (x.op(node) != Op.ITE) {
      return x.op(op, Sort.BOOL, node, constant, 0);
    }
    int condition = x.a(node);
    int then = push(op, x.b(node), constant);
    int otherwise = push(op, x.c(node), constant);
    if (x.isConst(then)) {
      return x.constant(then) != 0 ? or(condition, otherwise) : and(x.not(condition), otherwise);
    }
    if (x.isConst(otherwise)) {
      return x.constant(otherwise) != 0 ? or(x.not(condition), then) : and(condition, then);
    }
    return x.ite(condition, then, otherwise);
  }

  private int or(int a, int b) {
    if (x.isConst(b)) {
      return x.constant(b) != 0 ? b : a;
    }
    return x.or(a, b);
  }

  private int and(int a, int b) {
    if (x.isConst(b)) {
      return x.constant(b) != 0 ? a : b;
    }
    return x.and(a, b);
  }
}
