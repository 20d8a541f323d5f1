package dev.heisenbug.control.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves the entries of the JDK methods that start, park, interrupt and end threads. */
final class RuntimeWeaver {
  private static final String TH = "Ljava/lang/Thread;";

  private RuntimeWeaver() {}

  static boolean weave(ClassNode c, MethodNode m) {
    if (m.instructions.size() == 0) {
      return false;
    }
    switch (c.name) {
      case "java/util/concurrent/locks/LockSupport":
        return lockSupport(c, m);
      case "java/lang/Thread":
      case "java/lang/VirtualThread":
        return thread(c, m);
      case "java/lang/Runtime":
        return runtime(m);
      case "java/lang/ApplicationShutdownHooks":
        return hooks(m);
      default:
        return false;
    }
  }

  private static boolean lockSupport(ClassNode c, MethodNode m) {
    Code hook = new Code();
    Type[] args = Type.getArgumentTypes(m.desc);
    switch (m.name + m.desc) {
      case "park()V":
      case "park(Ljava/lang/Object;)V":
        hook.ldc(-1L).call("Threads", "park", "(J)Z");
        break;
      case "parkNanos(J)V":
      case "parkNanos(Ljava/lang/Object;J)V":
        hook.var(Opcodes.LLOAD, args.length - 1).call("Threads", "parkNanos", "(J)Z");
        break;
      case "parkUntil(J)V":
      case "parkUntil(Ljava/lang/Object;J)V":
        hook.var(Opcodes.LLOAD, args.length - 1).call("Threads", "parkUntil", "(J)Z");
        break;
      case "unpark(Ljava/lang/Thread;)V":
        hook.load(0).call("Threads", "unpark", "(" + TH + ")Z");
        break;
      default:
        return false;
    }
    LabelNode goOn = new LabelNode();
    hook.add(new JumpInsnNode(Opcodes.IFEQ, goOn)).op(Opcodes.RETURN);
    hook.add(goOn).add(Locals.entry(c.name, m));
    m.instructions.insert(hook.list());
    return true;
  }

  private static boolean thread(ClassNode c, MethodNode m) {
    boolean isStatic = (m.access & Opcodes.ACC_STATIC) != 0;
    if (m.name.equals("start") && !isStatic) {
      enter(m, "starting", "(" + TH + ")V", 1);
    } else if (m.name.equals("run") && m.desc.equals("()V") && c.name.equals("java/lang/Thread")
        || m.name.equals("runWith")) {
      started(m);
    } else if (m.name.equals("interrupt") && m.desc.equals("()V") && !isStatic) {
      enter(m, "interrupting", "(" + TH + ")V", 1);
    } else if (m.name.equals("exit") && m.desc.equals("()V") && !isStatic) {
      enter(m, "exiting", "(" + TH + ")V", 1);
    } else if (m.name.equals("dispatchUncaughtException")
        && m.desc.equals("(Ljava/lang/Throwable;)V")) {
      enter(m, "uncaught", "(" + TH + "Ljava/lang/Throwable;)V", 2);
    } else if (c.name.equals("java/lang/VirtualThread")
        && m.name.equals("run")
        && m.desc.equals("(Ljava/lang/Runnable;)V")) {
      for (AbstractInsnNode n : m.instructions.toArray()) {
        if (FlowWeaver.isReturn(n)) {
          m.instructions.insertBefore(
              n, new Code().load(0).call("Threads", "exiting", "(" + TH + ")V").list());
        }
      }
    } else {
      return false;
    }
    return true;
  }

  /** A thread's first method: it waits for its turn. */
  static void started(MethodNode m) {
    enter(m, "started", "(" + TH + ")V", 1);
  }

  private static void enter(MethodNode m, String hook, String desc, int args) {
    Code c = new Code().load(0);
    if (args == 2) {
      c.load(1);
    }
    m.instructions.insert(c.call("Threads", hook, desc).list());
  }

  private static boolean runtime(MethodNode m) {
    boolean halt = m.name.equals("halt");
    if (!m.desc.equals("(I)V") || !halt && !m.name.equals("exit")) {
      return false;
    }
    Code c = new Code().var(Opcodes.ILOAD, 1).push(halt ? 1 : 0);
    m.instructions.insert(c.call("Threads", "ending", "(IZ)V").list());
    return true;
  }

  private static boolean hooks(MethodNode m) {
    if (!m.name.equals("runHooks")) {
      return false;
    }
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (isJoin(n)) {
        m.instructions.insert(n, new Code().call("Hooks", "join", "(" + TH + ")V").list());
        m.instructions.remove(n);
      }
    }
    m.instructions.insert(new Code().call("Hooks", "begin", "()V").list());
    return true;
  }

  private static boolean isJoin(AbstractInsnNode n) {
    if (!(n instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) n;
    return call.owner.equals("java/lang/Thread")
        && call.name.equals("join")
        && call.desc.equals("()V");
  }
}
