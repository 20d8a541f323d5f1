package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Conditions that instructions imply: not null, in bounds, of the right class, not zero. */
final class Guards {
  private final Session s;
  private final Emitter out;
  private final Exprs x;
  private final Map<Integer, Val> lengths = new HashMap<>();

  Guards(Session s) {
    this.s = s;
    out = s.out;
    x = out.x;
  }

  /** A reference was used: it was not null, and what follows is about the observed object. */
  void used(ThreadState t, Val ref) {
    if (ref != null && ref.isSymbolic()) {
      notNull(t, ref);
      out.concretize(t, ref, t.position());
    }
  }

  void notNull(ThreadState t, Val ref) {
    if (ref != null && ref.isSymbolic()) {
      out.path(t, x.ne(ref.expr(), x.ref(0)), t.position());
    }
  }

  void inBounds(ThreadState t, Val index, int length) {
    if (index.isSymbolic() && length >= 0) {
      out.path(t, x.apply(Op.ULT, index.expr(), x.i32(length)), t.position());
    }
  }

  void notZero(ThreadState t, Val divisor) {
    if (divisor.isSymbolic()) {
      out.path(t, x.ne(divisor.expr(), x.constant(divisor.sort, 0)), t.position());
    }
  }

  /** Length of an array, as an expression where the array itself depends on shared reads. */
  Val length(ThreadState t, Val array) {
    if (array.isLost()) {
      return Val.lost(Sort.I32);
    }
    if (array.alloc != null && array.alloc.length != null) {
      return array.alloc.length;
    }
    int length = array.hasBits() ? s.log.objects().length((int) array.bits()) : -1;
    if (length < 0) {
      return Val.lost(Sort.I32);
    }
    if (!array.isSymbolic()) {
      return Val.i32(length);
    }
    notNull(t, array);
    Val known = lengths.get(array.expr());
    if (known != null) {
      return known;
    }
    Val result = out.unknown(Sort.I32, length, "length of another array");
    result = choose(array, array.bits(), length, result);
    for (long other : s.memory.candidates(array)) {
      int n = s.log.objects().length((int) other);
      if (other != array.bits() && n >= 0) {
        result = choose(array, other, n, result);
      }
    }
    lengths.put(array.expr(), result);
    return result;
  }

  private Val choose(Val ref, long candidate, int then, Val otherwise) {
    Val same = s.arith.op(Op.EQ, ref, Val.of(Sort.REF, candidate));
    return s.arith.ite(same, Val.i32(then), otherwise);
  }

  /** A cast that worked: null, or one of the objects of the same class seen in that place. */
  void cast(ThreadState t, Val ref) {
    if (!ref.isSymbolic()) {
      return;
    }
    int ok = out.expr(s.arith.op(Op.EQ, ref, Val.nil()));
    if (Refs.isBox(ref.bits())) {
      ok = x.or(ok, sameBoxClass(ref));
    } else {
      String type = s.typeOf((int) ref.bits());
      ok = x.or(ok, x.eq(ref.expr(), x.ref(ref.bits())));
      for (long other : s.memory.candidates(ref)) {
        if (other != 0 && other != ref.bits() && type != null && sameClass(other, type)) {
          ok = x.or(ok, x.eq(ref.expr(), x.ref(other)));
        }
      }
    }
    out.path(t, ok, t.position());
  }

  /**
   * A cast to a class that worked: null, or any object seen in that place that it admits. What is
   * done with the object afterwards states its own conditions.
   */
  void cast(ThreadState t, Val ref, String type) {
    if (!ref.isSymbolic() || Refs.isBox(ref.bits())) {
      cast(t, ref);
      return;
    }
    int ok = out.expr(s.arith.op(Op.EQ, ref, Val.nil()));
    if (ref.bits() != 0) {
      ok = x.or(ok, x.eq(ref.expr(), x.ref(ref.bits())));
    }
    for (long other : s.memory.candidates(ref)) {
      if (other != 0 && other != ref.bits() && admits(type, other)) {
        ok = x.or(ok, x.eq(ref.expr(), x.ref(other)));
      }
    }
    out.path(t, ok, t.position());
  }

  /** Of a box only the value is known, and of its class that it is one of a few. */
  private boolean admits(String type, long ref) {
    if (Refs.isBox(ref)) {
      return Refs.isLongBox(ref)
          ? type.equals("java/lang/Long")
          : Refs.intTag(type) == ref >>> 32 << 32;
    }
    return s.classes.isSubtype(s.sharing.typeOf(ref), type);
  }

  private boolean sameClass(long ref, String type) {
    return !Refs.isBox(ref) && type.equals(s.sharing.typeOf(ref));
  }

  private int sameBoxClass(Val ref) {
    int bits = x.convert(Op.BITS, Sort.I64, ref.expr());
    int shift = Refs.isLongBox(ref.bits()) ? 61 : 32;
    int tag = x.apply(Op.LSHR, bits, x.i64(shift));
    return x.eq(tag, x.i64(ref.bits() >>> shift));
  }

  /** Result of {@code instanceof}; lost where the log cannot tell. */
  Val isInstance(ThreadState t, Val ref, String type) {
    if (ref.isNull() || ref.isSymbolic() && ref.bits() == 0) {
      out.concretize(t, ref, t.position());
      return Val.i32(0);
    }
    cast(t, ref);
    if (ref.isSymbolic()) {
      notNull(t, ref);
    }
    String actual =
        ref.alloc != null && ref.alloc.ref == 0
            ? ref.alloc.type
            : ref.hasBits() && !Refs.isBox(ref.bits()) ? s.typeOf((int) ref.bits()) : null;
    return actual != null && s.classes.isSubtype(actual, type) ? Val.i32(1) : Val.lost(Sort.I32);
  }

  /** States why the instruction at which the thread stands threw, as far as its operands tell. */
  void explainThrow(ThreadState t) {
    Frame f = t.top();
    if (f == null || f.lost) {
      return;
    }
    AbstractInsnNode n = f.code.insns[f.pc];
    switch (n.getOpcode()) {
      case GETFIELD, ARRAYLENGTH, MONITORENTER, ATHROW -> isNull(t, f.peek(0));
      case PUTFIELD -> isNull(t, f.peek(1));
      case IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD ->
          badIndex(t, f.peek(1), f.peek(0));
      case IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE ->
          badIndex(t, f.peek(2), f.peek(1));
      case IDIV, IREM, LDIV, LREM -> out.concretize(t, f.peek(0), t.position());
      case CHECKCAST, NEWARRAY, ANEWARRAY -> out.concretize(t, f.peek(0), t.position());
      default -> call(t, f.call);
    }
  }

  private void isNull(ThreadState t, Val ref) {
    if (ref.isSymbolic()) {
      int isNull = x.eq(ref.expr(), x.ref(0));
      out.path(t, ref.bits() == 0 ? isNull : x.not(isNull), t.position());
    }
  }

  private void badIndex(ThreadState t, Val array, Val index) {
    isNull(t, array);
    if (array.hasBits() && array.bits() != 0 && index.hasBits()) {
      Val length = length(t, array);
      if (length.hasBits() && Long.compareUnsigned(index.bits(), length.bits()) >= 0) {
        Val in = s.arith.op(Op.ULT, index, length);
        out.path(t, out.expr(s.arith.not(in)), t.position());
      }
    }
  }

  private void call(ThreadState t, Call call) {
    if (call == null) {
      return;
    }
    if (call.receiver != null && call.receiver.isSymbolic() && call.receiver.bits() == 0) {
      isNull(t, call.receiver);
      return;
    }
    if (!call.entered) {
      call.values().forEach(v -> out.concretize(t, v, t.position()));
    }
  }
}
