package dev.heisenbug.control.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A short list of instructions in the making. */
final class Code {
  static final String RT = "dev/heisenbug/control/rt/";
  static final String THREAD = RT + "CThread";
  private final InsnList list = new InsnList();

  Code op(int opcode) {
    list.add(new InsnNode(opcode));
    return this;
  }

  Code var(int opcode, int index) {
    list.add(new VarInsnNode(opcode, index));
    return this;
  }

  Code load(int index) {
    return var(Opcodes.ALOAD, index);
  }

  Code push(int value) {
    if (value >= -1 && value <= 5) {
      return op(Opcodes.ICONST_0 + value);
    }
    if (value == (short) value) {
      list.add(new IntInsnNode(value == (byte) value ? Opcodes.BIPUSH : Opcodes.SIPUSH, value));
    } else {
      list.add(new LdcInsnNode(value));
    }
    return this;
  }

  Code ldc(Object constant) {
    list.add(new LdcInsnNode(constant));
    return this;
  }

  Code call(String runtimeClass, String name, String desc) {
    list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RT + runtimeClass, name, desc, false));
    return this;
  }

  Code add(InsnList more) {
    list.add(more);
    return this;
  }

  Code add(org.objectweb.asm.tree.AbstractInsnNode node) {
    list.add(node);
    return this;
  }

  InsnList list() {
    return list;
  }

  /** The type under which hooks take a value: int for the small ones, Object for references. */
  static Type hookType(Type t) {
    switch (t.getSort()) {
      case Type.LONG:
      case Type.FLOAT:
      case Type.DOUBLE:
      case Type.VOID:
        return t;
      case Type.ARRAY:
      case Type.OBJECT:
        return Type.getObjectType("java/lang/Object");
      default:
        return Type.INT_TYPE;
    }
  }

  static int dup(Type t) {
    return t.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP;
  }
}
