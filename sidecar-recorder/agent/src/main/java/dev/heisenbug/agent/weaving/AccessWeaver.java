package dev.heisenbug.agent.weaving;

import dev.heisenbug.weave.Elements;
import dev.heisenbug.weave.Frames;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts every access to a field or an array element of one method under the lock of its location and
 * records the order there (LEAP, Ditto): the baseline that path recording is measured against.
 */
final class AccessWeaver {
  private static final String FULL_ORDER = "dev/heisenbug/agent/rt/FullOrder";

  private final MethodNode method;
  private final AbstractInsnNode[] original;
  private final int scratch;
  private boolean changed;

  AccessWeaver(MethodNode method, AbstractInsnNode[] original) {
    this.method = method;
    this.original = original;
    this.scratch = method.maxLocals;
  }

  boolean weave() {
    boolean constructor = method.name.equals("<init>");
    AbstractInsnNode usable = RecordWeaver.usableAfter(method);
    boolean reached = !constructor;
    for (AbstractInsnNode insn : original) {
      if (insn == usable) {
        reached = true;
      } else if (reached) {
        access(insn);
      }
    }
    if (changed) {
      method.maxLocals += 2;
      if (!constructor) {
        releaseOnThrow();
      }
    }
    return changed;
  }

  private void access(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    InsnList before = new InsnList();
    if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
      before.add(new InsnNode(Opcodes.ACONST_NULL));
      enter(before, (FieldInsnNode) insn);
    } else if (opcode == Opcodes.GETFIELD) {
      before.add(new InsnNode(Opcodes.DUP));
      enter(before, (FieldInsnNode) insn);
    } else if (opcode == Opcodes.PUTFIELD) {
      Type type = Type.getType(((FieldInsnNode) insn).desc);
      before.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), scratch));
      before.add(new InsnNode(Opcodes.DUP));
      enter(before, (FieldInsnNode) insn);
      before.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), scratch));
    } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      enterArray(before);
    } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      Type type = Elements.stored(opcode);
      before.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), scratch));
      enterArray(before);
      before.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), scratch));
    } else {
      return;
    }
    method.instructions.insertBefore(insn, before);
    InsnList after = new InsnList();
    after.add(new MethodInsnNode(Opcodes.INVOKESTATIC, FULL_ORDER, "after", "()V", false));
    method.instructions.insert(insn, after);
    changed = true;
  }

  private static void enter(InsnList code, FieldInsnNode access) {
    code.add(new LdcInsnNode((access.owner + "." + access.name).hashCode()));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, FULL_ORDER, "before", "(Ljava/lang/Object;I)V", false));
  }

  /** Array and index are on top of the stack and stay there. */
  private static void enterArray(InsnList code) {
    code.add(new InsnNode(Opcodes.DUP2));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, FULL_ORDER, "before", "(Ljava/lang/Object;I)V", false));
  }

  /** An access that throws must not keep its location locked. */
  private void releaseOnThrow() {
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      AbstractInsnNode first = range.handler;
      while (first.getOpcode() < 0) {
        first = first.getNext();
      }
      method.instructions.insertBefore(first, abandon());
    }
    Frames.onThrow(method, abandon());
    Frames.repair(method);
  }

  private static InsnList abandon() {
    InsnList code = new InsnList();
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, FULL_ORDER, "abandon", "()V", false));
    return code;
  }
}
