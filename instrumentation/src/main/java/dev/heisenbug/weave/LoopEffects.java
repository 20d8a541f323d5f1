package dev.heisenbug.weave;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Which instructions of a loop's body may change what decides about its end. */
final class LoopEffects {
  /** What is called in passing: pauses, messages, numbers and texts. */
  private static final Set<String> HARMLESS =
      Set.of(
          "java/lang/Thread",
          "java/lang/Object",
          "java/lang/Math",
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Boolean",
          "java/lang/Double",
          "java/io/PrintStream",
          "java/util/concurrent/TimeUnit",
          "java/util/concurrent/locks/LockSupport");

  private final Set<AbstractInsnNode> deciding;
  private final Questions questions;
  private final Set<String> fields = new HashSet<>();
  private boolean elements;
  private boolean asks;

  /**
   * @param deciding the instructions on whose results the ways out depend
   */
  LoopEffects(Set<AbstractInsnNode> deciding, Questions questions) {
    this.deciding = deciding;
    this.questions = questions;
    for (AbstractInsnNode insn : deciding) {
      int opcode = insn.getOpcode();
      if (insn instanceof FieldInsnNode) {
        fields.add(((FieldInsnNode) insn).name);
      }
      elements |= opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
      asks |= insn instanceof MethodInsnNode && !asksThread((MethodInsnNode) insn);
    }
  }

  /** Whether somebody was interrupted or has ended is not to be changed by stores. */
  private static boolean asksThread(MethodInsnNode call) {
    return call.owner.equals("java/lang/Thread");
  }

  /**
   * Whether the loop may end by what an instruction of its body does.
   *
   * @param exits whether the loop has a way out but by an exception
   */
  boolean mayDecide(AbstractInsnNode insn, boolean exits) {
    int opcode = insn.getOpcode();
    if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
      return asks || fields.contains(((FieldInsnNode) insn).name);
    }
    if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      return asks || elements;
    }
    if (insn instanceof InvokeDynamicInsnNode) {
      return !exits;
    }
    return insn instanceof MethodInsnNode && mayDecide((MethodInsnNode) insn, exits);
  }

  private boolean mayDecide(MethodInsnNode call, boolean exits) {
    return !exits
        || !deciding.contains(call) && !HARMLESS.contains(call.owner) && !questions.is(call);
  }
}
