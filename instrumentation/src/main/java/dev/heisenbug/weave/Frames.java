package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Keeps expanded stack map frames true while code and locals are added, without class loading. */
public final class Frames {
  private Frames() {}

  /**
   * Adds locals behind all existing ones and to every frame; they must be assigned before the first
   * original instruction. Returns the index of the first.
   *
   * @param types frame types as {@link FrameNode} has them
   */
  public static int addLocals(MethodNode method, Object... types) {
    int first = method.maxLocals;
    for (Object type : types) {
      method.maxLocals += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
    }
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FrameNode) {
        FrameNode frame = (FrameNode) insn;
        frame.local = padded(frame.local, first);
        frame.local.addAll(Arrays.asList(types));
      }
    }
    return first;
  }

  /**
   * Takes the frames out of a class file from before Java 6, which has none of its own: where some
   * methods have them, ASM expects them everywhere when it must widen a jump.
   */
  public static void dropFromOld(ClassNode c) {
    if ((c.version & 0xffff) >= Opcodes.V1_6) {
      return;
    }
    for (MethodNode method : c.methods) {
      for (AbstractInsnNode insn : method.instructions.toArray()) {
        if (insn instanceof FrameNode) {
          method.instructions.remove(insn);
        }
      }
    }
  }

  /** A frame in which only the given locals, added last, are known. */
  static FrameNode onlyLocals(int first, Object[] types, Object... stack) {
    List<Object> locals = padded(new ArrayList<>(), first);
    locals.addAll(Arrays.asList(types));
    return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack);
  }

  /** A frame with locals added behind those of the method. */
  static FrameNode withLocals(FrameNode frame, int first, Object[] types) {
    List<Object> locals = padded(frame.local, first);
    locals.addAll(Arrays.asList(types));
    return new FrameNode(
        Opcodes.F_NEW, locals.size(), locals.toArray(), frame.stack.size(), frame.stack.toArray());
  }

  /** The frame that holds at a label, or null in class files without frames. */
  static FrameNode at(LabelNode label) {
    AbstractInsnNode insn = label;
    while (insn != null && insn.getOpcode() < 0) {
      if (insn instanceof FrameNode) {
        return (FrameNode) insn;
      }
      insn = insn.getNext();
    }
    return null;
  }

  static FrameNode copy(FrameNode frame) {
    return new FrameNode(
        Opcodes.F_NEW,
        frame.local.size(),
        frame.local.toArray(),
        frame.stack.size(),
        frame.stack.toArray());
  }

  /** Runs code that needs no variable when the method ends by an exception; which goes on. */
  public static void onThrow(MethodNode method, InsnList code) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    method.instructions.insert(start);
    method.instructions.add(end);
    method.instructions.add(
        new FrameNode(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
    method.instructions.add(code);
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
  }

  /**
   * Points frames that name uninitialised objects at their {@code new} instruction again after code
   * was inserted between it and its label; call it once all weaving of a method is done.
   */
  public static void repair(MethodNode method) {
    Map<LabelNode, LabelNode> moved = new IdentityHashMap<>();
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof FrameNode) {
        repair(method, ((FrameNode) insn).local, moved);
        repair(method, ((FrameNode) insn).stack, moved);
      }
    }
  }

  private static void repair(
      MethodNode method, List<Object> types, Map<LabelNode, LabelNode> moved) {
    for (int i = 0; types != null && i < types.size(); i++) {
      if (types.get(i) instanceof LabelNode) {
        types.set(
            i, moved.computeIfAbsent((LabelNode) types.get(i), label -> before(method, label)));
      }
    }
  }

  private static LabelNode before(MethodNode method, LabelNode label) {
    AbstractInsnNode insn = label;
    while (insn != null && insn.getOpcode() != Opcodes.NEW) {
      insn = insn.getNext();
    }
    if (insn == null) {
      return label;
    }
    LabelNode fresh = new LabelNode();
    method.instructions.insertBefore(insn, fresh);
    return fresh;
  }

  private static List<Object> padded(List<Object> locals, int slots) {
    List<Object> result = locals == null ? new ArrayList<>() : new ArrayList<>(locals);
    int used = 0;
    for (Object type : result) {
      used += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
    }
    for (; used < slots; used++) {
      result.add(Opcodes.TOP);
    }
    return result;
  }
}
