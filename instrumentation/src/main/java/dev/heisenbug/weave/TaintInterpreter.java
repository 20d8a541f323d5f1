package dev.heisenbug.weave;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Follows values that come from constants alone. Only explicit flow counts: the branches that
 * choose among constants are recorded themselves, so re-execution derives the choice.
 */
final class TaintInterpreter extends Interpreter<TaintValue> {
  TaintInterpreter() {
    super(Opcodes.ASM9);
  }

  @Override
  public TaintValue newValue(Type type) {
    if (type == Type.VOID_TYPE) {
      return null;
    }
    return TaintValue.of(type == null ? 1 : type.getSize(), false);
  }

  @Override
  public TaintValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return isInstanceMethod && local == 0 ? TaintValue.SELF : newValue(type);
  }

  @Override
  public TaintValue newEmptyValue(int local) {
    return TaintValue.CLEAN;
  }

  @Override
  public TaintValue newExceptionValue(
      TryCatchBlockNode range, org.objectweb.asm.tree.analysis.Frame<TaintValue> frame, Type type) {
    return TaintValue.TAINTED;
  }

  @Override
  public TaintValue newOperation(AbstractInsnNode insn) {
    switch (insn.getOpcode()) {
      case Opcodes.GETSTATIC:
        return newValue(Type.getType(((FieldInsnNode) insn).desc));
      case Opcodes.LDC:
        Object constant = ((LdcInsnNode) insn).cst;
        boolean wide = constant instanceof Long || constant instanceof Double;
        return TaintValue.of(
            wide ? 2 : 1, !(constant instanceof org.objectweb.asm.ConstantDynamic));
      case Opcodes.LCONST_0:
      case Opcodes.LCONST_1:
      case Opcodes.DCONST_0:
      case Opcodes.DCONST_1:
        return TaintValue.CLEAN_WIDE;
      default:
        return TaintValue.CLEAN;
    }
  }

  @Override
  public TaintValue copyOperation(AbstractInsnNode insn, TaintValue value) {
    return value;
  }

  @Override
  public TaintValue unaryOperation(AbstractInsnNode insn, TaintValue value) {
    switch (insn.getOpcode()) {
      case Opcodes.GETFIELD:
        return newValue(Type.getType(((FieldInsnNode) insn).desc));
      case Opcodes.LNEG:
      case Opcodes.DNEG:
      case Opcodes.I2L:
      case Opcodes.I2D:
      case Opcodes.L2D:
      case Opcodes.F2L:
      case Opcodes.F2D:
      case Opcodes.D2L:
        return TaintValue.of(2, value.clean());
      case Opcodes.IFEQ:
      case Opcodes.IFNE:
      case Opcodes.IFLT:
      case Opcodes.IFGE:
      case Opcodes.IFGT:
      case Opcodes.IFLE:
      case Opcodes.IFNULL:
      case Opcodes.IFNONNULL:
      case Opcodes.TABLESWITCH:
      case Opcodes.LOOKUPSWITCH:
      case Opcodes.IRETURN:
      case Opcodes.LRETURN:
      case Opcodes.FRETURN:
      case Opcodes.DRETURN:
      case Opcodes.ARETURN:
      case Opcodes.PUTSTATIC:
      case Opcodes.ATHROW:
      case Opcodes.MONITORENTER:
      case Opcodes.MONITOREXIT:
        return null;
      default:
        return TaintValue.of(1, value.clean());
    }
  }

  @Override
  public TaintValue binaryOperation(AbstractInsnNode insn, TaintValue a, TaintValue b) {
    int opcode = insn.getOpcode();
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      return TaintValue.of(opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD ? 2 : 1, false);
    }
    if (opcode == Opcodes.PUTFIELD || opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE) {
      return null;
    }
    boolean compares = opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG;
    return TaintValue.of(compares ? 1 : a.getSize(), a.clean() && b.clean());
  }

  @Override
  public TaintValue ternaryOperation(
      AbstractInsnNode insn, TaintValue a, TaintValue b, TaintValue c) {
    return null;
  }

  @Override
  public TaintValue naryOperation(AbstractInsnNode insn, List<? extends TaintValue> values) {
    if (insn.getOpcode() == Opcodes.MULTIANEWARRAY) {
      return TaintValue.TAINTED;
    }
    String desc =
        insn.getOpcode() == Opcodes.INVOKEDYNAMIC
            ? ((InvokeDynamicInsnNode) insn).desc
            : ((MethodInsnNode) insn).desc;
    return newValue(Type.getReturnType(desc));
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, TaintValue value, TaintValue expected) {}

  @Override
  public TaintValue merge(TaintValue a, TaintValue b) {
    if (a == b) {
      return a;
    }
    return TaintValue.of(Math.min(a.getSize(), b.getSize()), a.clean() && b.clean());
  }
}
