package dev.heisenbug.weave;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * An {@code if} that skips a little arithmetic, by a comparison with zero. HotSpot compiles such a
 * one without a jump, but no longer if the path register changes with it; so the register is
 * computed from the compared value before the jump, and the jump stays as it was.
 */
final class SmallIf {
  private static final int MOST_INSTRUCTIONS = 8;

  final Edge fall;
  final Edge jump;

  private SmallIf(Edge fall, Edge jump) {
    this.fall = fall;
    this.jump = jump;
  }

  /** The small {@code if} at the end of a block, or null. */
  static SmallIf at(Block block, List<AbstractInsnNode> nodes) {
    if (block.last == null || !comparesWithZero(block.last.getOpcode()) || block.out.size() != 2) {
      return null;
    }
    Edge first = block.out.get(0);
    Edge fall = first.kind == Edge.Kind.FALL ? first : block.out.get(1);
    Edge jump = fall == first ? block.out.get(1) : first;
    Block skipped = fall.to;
    boolean triangle =
        fall.kind == Edge.Kind.FALL
            && jump.kind == Edge.Kind.BRANCH
            && !skipped.handler
            && skipped.in.size() == 1
            && skipped.out.size() == 1
            && skipped.out.get(0).to == jump.to;
    return triangle && arithmetic(skipped, nodes) ? new SmallIf(fall, jump) : null;
  }

  /** Whether the jump is taken when the bit of {@link #isSign} or of "not zero" is set. */
  boolean jumpsWhenSet() {
    int opcode = jump.from.last.getOpcode();
    return opcode == Opcodes.IFNE || opcode == Opcodes.IFLT;
  }

  /** Whether the sign of the value decides, else whether it is zero. */
  boolean isSign() {
    int opcode = jump.from.last.getOpcode();
    return opcode == Opcodes.IFLT || opcode == Opcodes.IFGE;
  }

  private static boolean comparesWithZero(int opcode) {
    return opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFGE;
  }

  private static boolean arithmetic(Block block, List<AbstractInsnNode> nodes) {
    int count = 0;
    for (int i = block.firstInsn; i <= block.lastInsn; i++) {
      int opcode = nodes.get(i).getOpcode();
      if (opcode >= 0 && opcode != Opcodes.GOTO) {
        count++;
        if (!computes(opcode)) {
          return false;
        }
      }
    }
    return count <= MOST_INSTRUCTIONS;
  }

  private static boolean computes(int opcode) {
    return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.DLOAD
        || opcode >= Opcodes.ISTORE && opcode <= Opcodes.DSTORE
        || opcode >= Opcodes.IADD && opcode <= Opcodes.DMUL
        || opcode >= Opcodes.INEG && opcode <= Opcodes.I2S;
  }
}
