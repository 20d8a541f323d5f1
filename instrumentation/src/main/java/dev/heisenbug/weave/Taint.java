package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** Which branches of a method are proven to depend on constants alone. */
final class Taint {
  private Taint() {}

  /** For every instruction index, whether it is a branch that re-execution derives by itself. */
  static boolean[] derivable(String owner, MethodNode method) {
    boolean[] derivable = new boolean[method.instructions.size()];
    Frame<TaintValue>[] frames;
    try {
      frames = new Analyzer<>(new TaintInterpreter()).analyze(owner, method);
    } catch (AnalyzerException | RuntimeException unusual) {
      return derivable;
    }
    for (int i = 0; i < derivable.length; i++) {
      int operands = operands(method.instructions.get(i));
      derivable[i] = operands > 0 && frames[i] != null && clean(frames[i], operands);
    }
    return derivable;
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
