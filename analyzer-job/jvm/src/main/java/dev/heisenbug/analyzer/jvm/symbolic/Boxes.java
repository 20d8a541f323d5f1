package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;

/** Boxing and unboxing that keep the expression of the value, see {@link Refs}. */
final class Boxes {
  private final Session s;
  private final Exprs x;

  Boxes(Session s) {
    this.s = s;
    x = s.out.x;
  }

  /** Result of {@code valueOf} of a box class for a symbolic primitive, or null. */
  Val box(ThreadState t, String type, Val value, Val result) {
    if (!value.isSymbolic() || !Refs.isBox(result.bits())) {
      return null;
    }
    if (Refs.isLongBox(result.bits()) && value.sort == Sort.I64) {
      int shifted = x.apply(Op.SHL, value.expr(), x.i64(3));
      int fits = x.eq(x.apply(Op.ASHR, shifted, x.i64(3)), value.expr());
      s.out.path(t, fits, t.position());
      int low = x.and(value.expr(), x.i64(Refs.longMask()));
      return tagged(low, Refs.longTag(), result.bits());
    }
    long tag = Refs.intTag(type);
    if (tag == 0 || value.sort != Sort.I32) {
      return null;
    }
    return tagged(x.convert(Op.ZEXT, Sort.I64, value.expr()), tag, result.bits());
  }

  private Val tagged(int low, long tag, long bits) {
    return s.out.symbolic(bits, x.convert(Op.BITS, Sort.REF, x.or(low, x.i64(tag))));
  }

  /** The value in a box that depends on shared reads, as the sort asked for, or null. */
  Val unbox(ThreadState t, Val ref, Sort to) {
    if (!ref.isSymbolic() || !Refs.isBox(ref.bits())) {
      return null;
    }
    s.guards.notNull(t, ref);
    s.guards.cast(t, ref);
    int bits = x.convert(Op.BITS, Sort.I64, ref.expr());
    if (Refs.isLongBox(ref.bits())) {
      int value = x.apply(Op.ASHR, x.apply(Op.SHL, bits, x.i64(3)), x.i64(3));
      Val v = s.out.symbolic(ref.bits() << 3 >> 3, value);
      return convert(v, to);
    }
    return convert(s.out.symbolic((int) ref.bits(), x.convert(Op.TRUNC, Sort.I32, bits)), to);
  }

  private Val convert(Val v, Sort to) {
    if (v.sort == to) {
      return v;
    }
    return switch (to) {
      case I64 -> s.arith.convert(Op.SEXT, to, v);
      case I32 -> s.arith.convert(Op.TRUNC, to, v);
      case F32, F64 -> s.arith.convert(Op.I2F, to, v);
      default -> null;
    };
  }

  /** Whether a value is null or a boxed integer, so that equal numbers mean equal values. */
  static boolean comparesByValue(Val v) {
    return v.hasBits() && v.sort == Sort.REF && (v.bits() == 0 || Refs.isBox(v.bits()));
  }
}
