package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Instructions that only move and compute: constants, locals, stack, arithmetic, conversions. */
final class LocalOps {
  private final Arith arith;
  private final StackOps stackOps = new StackOps();

  LocalOps(Arith arith) {
    this.arith = arith;
  }

  /** Executes the instruction; false if it is not one of these. */
  boolean execute(Frame f, AbstractInsnNode n) {
    int op = n.getOpcode();
    return constant(f, n, op)
        || local(f, n, op)
        || stackOps.execute(f, op)
        || arithmetic(f, op)
        || conversion(f, op);
  }

  private boolean constant(Frame f, AbstractInsnNode n, int op) {
    switch (op) {
      case NOP -> {}
      case ACONST_NULL -> f.push(Val.nil());
      case ICONST_M1, ICONST_0, ICONST_1, ICONST_2, ICONST_3, ICONST_4, ICONST_5 ->
          f.push(Val.i32(op - ICONST_0));
      case LCONST_0, LCONST_1 -> f.push(Val.of(Sort.I64, op - LCONST_0));
      case FCONST_0, FCONST_1, FCONST_2 -> f.push(ofFloat(op - FCONST_0));
      case DCONST_0, DCONST_1 -> f.push(ofDouble(op - DCONST_0));
      case BIPUSH, SIPUSH -> f.push(Val.i32(((IntInsnNode) n).operand));
      case LDC -> f.push(ldc(((LdcInsnNode) n).cst));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static Val ofFloat(float v) {
    return Val.of(Sort.F32, Float.floatToRawIntBits(v));
  }

  private static Val ofDouble(double v) {
    return Val.of(Sort.F64, Double.doubleToRawLongBits(v));
  }

  private static Val ldc(Object constant) {
    return switch (constant) {
      case Integer i -> Val.i32(i);
      case Long l -> Val.of(Sort.I64, l);
      case Float v -> ofFloat(v);
      case Double v -> ofDouble(v);
      case String s -> Val.created(new Alloc("java/lang/String", null, s));
      case Type t -> Val.created(new Alloc("java/lang/Class", null, t));
      case org.objectweb.asm.ConstantDynamic d -> Val.lost(Sorts.of(d.getDescriptor()));
      default -> Val.created(new Alloc("java/lang/Object", null, constant));
    };
  }

  private boolean local(Frame f, AbstractInsnNode n, int op) {
    switch (op) {
      case ILOAD, LLOAD, FLOAD, DLOAD, ALOAD -> {
        Val v = f.locals[((VarInsnNode) n).var];
        f.push(v == null ? Val.lost(loadSort(op)) : v);
      }
      case ISTORE, LSTORE, FSTORE, DSTORE, ASTORE -> f.locals[((VarInsnNode) n).var] = f.pop();
      case IINC -> {
        IincInsnNode i = (IincInsnNode) n;
        Val v = f.locals[i.var];
        f.locals[i.var] = v == null ? v : arith.op(Op.ADD, v, Val.i32(i.incr));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static Sort loadSort(int op) {
    return switch (op) {
      case LLOAD -> Sort.I64;
      case FLOAD -> Sort.F32;
      case DLOAD -> Sort.F64;
      case ALOAD -> Sort.REF;
      default -> Sort.I32;
    };
  }

  private boolean arithmetic(Frame f, int op) {
    Op binary = binary(op);
    if (binary != null) {
      Val b = f.pop();
      f.push(arith.op(binary, f.pop(), b));
      return true;
    }
    switch (op) {
      case INEG, LNEG -> f.push(arith.neg(Op.NEG, f.pop()));
      case FNEG, DNEG -> f.push(arith.neg(Op.FNEG, f.pop()));
      case ISHL, LSHL -> shift(f, Op.SHL);
      case ISHR, LSHR -> shift(f, Op.ASHR);
      case IUSHR, LUSHR -> shift(f, Op.LSHR);
      case LCMP -> {
        Val b = f.pop();
        f.push(arith.lcmp(f.pop(), b));
      }
      case FCMPL, DCMPL, FCMPG, DCMPG -> {
        Val b = f.pop();
        f.push(arith.fcmp(f.pop(), b, op == FCMPL || op == DCMPL ? -1 : 1));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void shift(Frame f, Op op) {
    Val count = f.pop();
    f.push(arith.shift(op, f.pop(), count));
  }

  private static Op binary(int op) {
    return switch (op) {
      case IADD, LADD -> Op.ADD;
      case ISUB, LSUB -> Op.SUB;
      case IMUL, LMUL -> Op.MUL;
      case IDIV, LDIV -> Op.SDIV;
      case IREM, LREM -> Op.SREM;
      case IAND, LAND -> Op.AND;
      case IOR, LOR -> Op.OR;
      case IXOR, LXOR -> Op.XOR;
      case FADD, DADD -> Op.FADD;
      case FSUB, DSUB -> Op.FSUB;
      case FMUL, DMUL -> Op.FMUL;
      case FDIV, DDIV -> Op.FDIV;
      case FREM, DREM -> Op.FREM;
      default -> null;
    };
  }

  private boolean conversion(Frame f, int op) {
    switch (op) {
      case I2L -> convert(f, Op.SEXT, Sort.I64);
      case L2I -> convert(f, Op.TRUNC, Sort.I32);
      case I2F, L2F -> convert(f, Op.I2F, Sort.F32);
      case I2D, L2D -> convert(f, Op.I2F, Sort.F64);
      case F2I, D2I -> convert(f, Op.F2I, Sort.I32);
      case F2L, D2L -> convert(f, Op.F2I, Sort.I64);
      case F2D -> convert(f, Op.F2F, Sort.F64);
      case D2F -> convert(f, Op.F2F, Sort.F32);
      case I2B -> f.push(arith.narrow('B', f.pop()));
      case I2C -> f.push(arith.narrow('C', f.pop()));
      case I2S -> f.push(arith.narrow('S', f.pop()));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void convert(Frame f, Op op, Sort to) {
    f.push(arith.convert(op, to, f.pop()));
  }
}
