package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Knows from where on {@code this} is an object in a constructor, and what its end promises. */
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

  /** Whether what they wrote must be there before the object is seen: it has final fields. */
  public static boolean freeze(ClassNode owner) {
    for (FieldNode f : owner.fields) {
      if ((f.access & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) == Opcodes.ACC_FINAL) {
        return true;
      }
    }
    return false;
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
