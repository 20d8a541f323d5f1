package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.ClassDefs;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves only what makes threads wait, for library code whose data is left alone. */
final class SyncWeaver {
  private SyncWeaver() {}

  /** Returns whether anything was changed. */
  static boolean weave(ClassNode c, MethodNode m, Hierarchy h, ClassDefs defs) {
    boolean changed = false;
    int method = -1;
    AbstractInsnNode[] original = m.instructions.toArray();
    for (int i = 0; i < original.length; i++) {
      AbstractInsnNode n = original[i];
      boolean monitor =
          n.getOpcode() == Opcodes.MONITORENTER || n.getOpcode() == Opcodes.MONITOREXIT;
      MethodInsnNode replacement =
          n instanceof MethodInsnNode ? BlockingCalls.replacement((MethodInsnNode) n, h) : null;
      changed |= clock(n) || parking(m, n);
      if (!monitor && replacement == null) {
        continue;
      }
      if (method < 0) {
        method = defs.method(c.name, m.name, m.desc, m.access);
      }
      int site = defs.site(method, i, -1, monitor ? "monitor" : "blocking");
      if (monitor) {
        FlowWeaver.monitor(
            m.instructions, n, new Code().op(Opcodes.ACONST_NULL).list(), () -> site);
      } else {
        m.instructions.insertBefore(n, new Code().push(site).list());
        m.instructions.set(n, replacement);
      }
      changed = true;
    }
    return changed;
  }

  /** The JDK's pools park through {@code Unsafe} itself. */
  private static boolean parking(MethodNode m, AbstractInsnNode n) {
    if (!(n instanceof MethodInsnNode)
        || !((MethodInsnNode) n).owner.equals("jdk/internal/misc/Unsafe")) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) n;
    if (call.name.equals("park")) {
      m.instructions.set(n, hook("unsafePark", "(Ljava/lang/Object;ZJ)V"));
      return true;
    }
    if (call.name.equals("unpark")) {
      m.instructions.set(n, hook("unsafeUnpark", "(Ljava/lang/Object;Ljava/lang/Object;)V"));
      return true;
    }
    return false;
  }

  private static MethodInsnNode hook(String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, Code.RT + "Parking", name, desc, false);
  }

  /** Time limits are the scheduler's, so the library must read the scheduler's clock. */
  static boolean clock(AbstractInsnNode n) {
    if (n instanceof MethodInsnNode && ((MethodInsnNode) n).owner.equals("java/lang/System")) {
      MethodInsnNode call = (MethodInsnNode) n;
      if (call.name.equals("nanoTime") || call.name.equals("currentTimeMillis")) {
        call.owner = Code.RT + "Inputs";
        return true;
      }
    }
    return false;
  }

  /** The clock of {@code java.time}, which asks the JVM for more than milliseconds. */
  static boolean adjustment(AbstractInsnNode n) {
    if (n instanceof MethodInsnNode
        && ((MethodInsnNode) n).name.equals("getNanoTimeAdjustment")
        && n.getOpcode() == Opcodes.INVOKESTATIC) {
      ((MethodInsnNode) n).owner = Code.RT + "Inputs";
      return true;
    }
    return false;
  }
}
