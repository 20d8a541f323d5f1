package dev.heisenbug.control.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/** Adds local variables to a method and tells its stack map frames about them. */
final class Locals {
  private final MethodNode method;

  Locals(MethodNode method) {
    this.method = method;
  }

  /**
   * A new one-slot variable that is set before the first frame and stays valid in all of them.
   *
   * @param frameType as in {@link FrameNode#local}
   */
  int permanent(Object frameType) {
    int index = method.maxLocals++;
    for (AbstractInsnNode n : method.instructions) {
      if (n instanceof FrameNode) {
        FrameNode f = (FrameNode) n;
        f.local = padded(f.local, index);
        f.local.add(frameType);
      }
    }
    return index;
  }

  /** Slots for values that live only between two neighbouring instructions. */
  int scratch(int slots) {
    int index = method.maxLocals;
    method.maxLocals += slots;
    return index;
  }

  /** A frame that knows nothing but the variables from {@code first} on. */
  static FrameNode only(int first, List<Object> types, Object stack) {
    List<Object> local = padded(new ArrayList<>(), first);
    local.addAll(types);
    return new FrameNode(Opcodes.F_NEW, local.size(), local.toArray(), 1, new Object[] {stack});
  }

  /** The frame at the entry of the method. */
  static FrameNode entry(String owner, MethodNode m) {
    List<Object> local = new ArrayList<>();
    if ((m.access & Opcodes.ACC_STATIC) == 0) {
      local.add(m.name.equals("<init>") ? Opcodes.UNINITIALIZED_THIS : owner);
    }
    for (Type t : Type.getArgumentTypes(m.desc)) {
      local.add(frameType(t));
    }
    return new FrameNode(Opcodes.F_NEW, local.size(), local.toArray(), 0, new Object[0]);
  }

  private static Object frameType(Type t) {
    switch (t.getSort()) {
      case Type.LONG:
        return Opcodes.LONG;
      case Type.DOUBLE:
        return Opcodes.DOUBLE;
      case Type.FLOAT:
        return Opcodes.FLOAT;
      case Type.ARRAY:
      case Type.OBJECT:
        return t.getInternalName();
      default:
        return Opcodes.INTEGER;
    }
  }

  private static List<Object> padded(List<Object> local, int to) {
    List<Object> result = local == null ? new ArrayList<>() : new ArrayList<>(local);
    int slots = 0;
    for (Object o : result) {
      slots += o == Opcodes.LONG || o == Opcodes.DOUBLE ? 2 : 1;
    }
    while (slots++ < to) {
      result.add(Opcodes.TOP);
    }
    return result;
  }
}
