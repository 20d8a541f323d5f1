package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Knows from where on {@code this} is an object in a constructor. */
public final class Constructors {
  private Constructors() {}

  /** The {@code this(…)} or {@code super(…)} call of a constructor, or null if it is not found. */
  public static AbstractInsnNode delegation(MethodNode constructor) {
    int pending = 0;
    for (AbstractInsnNode insn : constructor.instructions) {
      if (insn.getOpcode() == Opcodes.NEW) {
        pending++;
      } else if (insn.getOpcode() == Opcodes.INVOKESPECIAL
          && ((MethodInsnNode) insn).name.equals("<init>")
          && pending-- == 0) {
        return insn;
      }
    }
    return null;
  }

  /** Whether no frame behind the call still has an uninitialised {@code this}. */
  static boolean initialisedAfter(AbstractInsnNode call) {
    for (AbstractInsnNode insn = call; insn != null; insn = insn.getNext()) {
      if (insn instanceof FrameNode
          && ((FrameNode) insn).local != null
          && ((FrameNode) insn).local.contains(Opcodes.UNINITIALIZED_THIS)) {
        return false;
      }
    }
    return true;
  }
}
