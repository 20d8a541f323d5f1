package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which branches of a method are proven to depend on constants alone, and which calls to be made on
 * the method's own object.
 */
final class Taint {
  /** For every instruction index, whether it is a branch that re-execution derives by itself. */
  final boolean[] derivable;

  /** For every instruction index, whether it calls a method of {@code this}. */
  final boolean[] onThis;

  private Taint(int size) {
    derivable = new boolean[size];
    onThis = new boolean[size];
  }

  /** Knows nothing. */
  static Taint none(MethodNode method) {
    return new Taint(method.instructions.size());
  }

  static Taint of(String owner, MethodNode method) {
    Taint taint = none(method);
    Frame<TaintValue>[] frames;
    try {
      frames = new Analyzer<>(new TaintInterpreter()).analyze(owner, method);
    } catch (AnalyzerException | RuntimeException unusual) {
      return taint;
    }
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      int operands = operands(insn);
      taint.derivable[i] = operands > 0 && frames[i] != null && clean(frames[i], operands);
      taint.onThis[i] = frames[i] != null && onThis(frames[i], insn);
    }
    return taint;
  }

  private static boolean onThis(Frame<TaintValue> frame, AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (opcode != Opcodes.INVOKEVIRTUAL && opcode != Opcodes.INVOKESPECIAL) {
      return false;
    }
    int arguments = Type.getArgumentTypes(((MethodInsnNode) insn).desc).length;
    return frame.getStack(frame.getStackSize() - 1 - arguments) == TaintValue.SELF;
  }

  private static boolean clean(Frame<TaintValue> frame, int operands) {
    for (int k = 1; k <= operands; k++) {
      if (!frame.getStack(frame.getStackSize() - k).clean()) {
        return false;
      }
    }
    return true;
  }

  private static int operands(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE) {
      return 2;
    }
    boolean one =
        opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE
            || opcode == Opcodes.IFNULL
            || opcode == Opcodes.IFNONNULL
            || opcode == Opcodes.TABLESWITCH
            || opcode == Opcodes.LOOKUPSWITCH;
    return one ? 1 : 0;
  }
}
