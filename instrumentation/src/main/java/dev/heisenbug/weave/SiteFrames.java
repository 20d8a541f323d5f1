package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/** The frames that hold before some calls in the middle of a method, for jumps to there. */
final class SiteFrames {
  private SiteFrames() {}

  /**
   * By call its frame. None for calls that are not reached, that stand among objects not yet
   * initialised, and in class files without frames.
   */
  static Map<AbstractInsnNode, FrameNode> before(
      Set<AbstractInsnNode> calls, String owner, MethodNode method) {
    Map<AbstractInsnNode, FrameNode> frames = new IdentityHashMap<>();
    AnalyzerAdapter types =
        new AnalyzerAdapter(owner, method.access, method.name, method.desc, null);
    for (AbstractInsnNode insn : method.instructions) {
      if (calls.contains(insn) && types.locals != null) {
        List<Object> locals = compact(types.locals);
        List<Object> stack = compact(types.stack);
        if (locals != null && stack != null) {
          frames.put(
              insn,
              new FrameNode(
                  Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray()));
        }
      }
      insn.accept(types);
    }
    return frames;
  }

  /** Without the second halves of wide values; null if an uninitialised object is among them. */
  private static List<Object> compact(List<Object> types) {
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Object type = types.get(i);
      if (type instanceof Label || type == Opcodes.UNINITIALIZED_THIS) {
        return null;
      }
      result.add(type);
      if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
        i++;
      }
    }
    return result;
  }
}
