package dev.heisenbug.agent.weaving;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Lets noise see the receiver of a call, below the call's arguments. */
final class CollectionNoise {
  private final MethodNode method;
  private final int scratch;
  private int slots;

  CollectionNoise(MethodNode method) {
    this.method = method;
    scratch = method.maxLocals;
  }

  /** Puts a place for noise before a call. */
  void noise(MethodInsnNode call, int place) {
    Type[] args = Type.getArgumentTypes(call.desc);
    int size = (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
    slots = Math.max(slots, size);
    InsnList code = new InsnList();
    int at = scratch + size;
    for (int i = args.length - 1; i >= 0; i--) {
      at -= args[i].getSize();
      code.add(new VarInsnNode(args[i].getOpcode(Opcodes.ISTORE), at));
    }
    code.add(new InsnNode(Opcodes.DUP));
    code.add(RecordWeaver.push(place));
    String desc = "(Ljava/lang/Object;I)V";
    String noise = "dev/heisenbug/agent/rt/Noise";
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, noise, "collection", desc, false));
    for (Type arg : args) {
      code.add(new VarInsnNode(arg.getOpcode(Opcodes.ILOAD), at));
      at += arg.getSize();
    }
    method.instructions.insertBefore(call, code);
  }

  /** The method has the locals that were used. */
  void end() {
    method.maxLocals = Math.max(method.maxLocals, scratch + slots);
  }
}
