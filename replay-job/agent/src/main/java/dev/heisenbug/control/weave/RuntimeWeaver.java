package dev.heisenbug.control.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves the entries of the JDK methods that start, park, interrupt and end threads, and what the
 * JVM and the JDK do differently in every run.
 */
final class RuntimeWeaver {
  private static final String TH = "Ljava/lang/Thread;";

  private static final String MS = "[Ljava/lang/reflect/Method;";
  private static final String PROPERTY = "(Ljava/lang/String;)Ljava/lang/String;";
  private static final String IMMUTABLE = "java/util/ImmutableCollections";
  private static final long SALT = 0x2545F491L;

  private RuntimeWeaver() {}

  static boolean weave(ClassNode c, MethodNode m) {
    if (m.instructions.size() == 0) {
      return false;
    }
    if (c.name.startsWith(IMMUTABLE)) {
      return salts(m);
    }
    switch (c.name) {
      case "java/util/concurrent/locks/LockSupport":
        return lockSupport(c, m);
      case "java/lang/ClassLoader":
        return definition(m);
      case "java/lang/Class":
        return reflection(m);
      case "java/lang/Thread":
        return thread(c, m);
      case "java/lang/VirtualThread":
        return properties(m) | thread(c, m);
      case "java/lang/Runtime":
        return runtime(m);
      case "java/lang/ApplicationShutdownHooks":
        return hooks(m);
      case "java/util/Random":
      case "java/time/Clock":
      case "java/time/Clock$SystemClock":
      case "sun/util/locale/provider/CalendarProviderImpl":
        return clocks(m);
      default:
        return false;
    }
  }

  /** {@code Set.of} and {@code Map.of} have another order in every run, by numbers of its own. */
  private static boolean salts(MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (n.getOpcode() == Opcodes.GETSTATIC) {
        FieldInsnNode read = (FieldInsnNode) n;
        boolean salt = read.name.startsWith("SALT");
        if (salt || read.name.equals("REVERSE")) {
          Object value = read.desc.equals("J") ? (Object) SALT : (Object) (salt ? (int) SALT : 0);
          m.instructions.set(n, new LdcInsnNode(value));
          changed = true;
        }
      }
    }
    return changed;
  }

  private static boolean clocks(MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode n : m.instructions.toArray()) {
      changed |= SyncWeaver.clock(n) || SyncWeaver.adjustment(n);
    }
    return changed;
  }

  private static boolean lockSupport(ClassNode c, MethodNode m) {
    Code hook = new Code();
    Type[] args = Type.getArgumentTypes(m.desc);
    switch (m.name + m.desc) {
      case "park()V":
      case "park(Ljava/lang/Object;)V":
        hook.ldc(-1L).call("Parking", "park", "(J)Z");
        break;
      case "parkNanos(J)V":
      case "parkNanos(Ljava/lang/Object;J)V":
        hook.var(Opcodes.LLOAD, args.length - 1).call("Parking", "parkNanos", "(J)Z");
        break;
      case "parkUntil(J)V":
      case "parkUntil(Ljava/lang/Object;J)V":
        hook.var(Opcodes.LLOAD, args.length - 1).call("Parking", "parkUntil", "(J)Z");
        break;
      case "unpark(Ljava/lang/Thread;)V":
        hook.load(0).call("Parking", "unpark", "(" + TH + ")Z");
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

  /** The pool of carriers gets its size from us: the program's system properties stay its own. */
  private static boolean properties(MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (n.getOpcode() == Opcodes.INVOKESTATIC && asksForProperty((MethodInsnNode) n)) {
        m.instructions.insertBefore(n, new Code().call("Threads", "property", PROPERTY).list());
        m.instructions.remove(n);
        changed = true;
      }
    }
    return changed;
  }

  /**
   * The JVM keeps the methods of a class in the order of addresses: a run must not depend on it.
   */
  private static boolean reflection(MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (n instanceof MethodInsnNode && ((MethodInsnNode) n).name.equals("getDeclaredMethods0")) {
        m.instructions.insert(
            n, new Code().call("MethodOrder", "sort", "(" + MS + ")" + MS).list());
        changed = true;
      }
    }
    return changed;
  }

  private static boolean asksForProperty(MethodInsnNode call) {
    return call.desc.equals(PROPERTY)
        && (call.name.equals("getProperty") || call.name.equals("privilegedGetProperty"));
  }

  /** Every class that the program's loaders define. */
  private static boolean definition(MethodNode m) {
    if (!m.name.equals("postDefineClass")) {
      return false;
    }
    m.instructions.insert(new Code().load(1).call("Hashes", "name", "(Ljava/lang/Class;)V").list());
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
