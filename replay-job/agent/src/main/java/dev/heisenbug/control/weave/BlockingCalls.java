package dev.heisenbug.control.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls that would block or wake threads in the JVM and are answered by the scheduler instead: the
 * call's arguments stay on the stack, the site is pushed, and a static hook is called.
 */
final class BlockingCalls {
  private static final String O = "Ljava/lang/Object;";
  private static final String TH = "Ljava/lang/Thread;";
  private static final String STATE = "Ljava/lang/Thread$State;";

  private BlockingCalls() {}

  /** The hook to call instead of {@code n}, or null. */
  static MethodInsnNode replacement(MethodInsnNode n, Hierarchy h) {
    String hook = onObject(n);
    if (hook != null) {
      return hook("Locks", hook, "(" + O + n.desc.substring(1, n.desc.indexOf(')')) + "I)V");
    }
    if (!concernsThread(n) || !h.isThread(n.owner)) {
      return null;
    }
    String args = n.desc.substring(1, n.desc.indexOf(')'));
    boolean isStatic = n.getOpcode() == Opcodes.INVOKESTATIC;
    switch (n.name + n.desc) {
      case "join()V":
      case "join(J)V":
      case "join(JI)V":
        return isStatic ? null : hook("Threads", "join", "(" + TH + args + "I)V");
      case "join(Ljava/time/Duration;)Z":
        return isStatic ? null : hook("ThreadStates", "join", "(" + TH + args + "I)Z");
      case "isAlive()Z":
        return isStatic ? null : hook("Threads", "isAlive", "(" + TH + "I)Z");
      case "getState()Ljava/lang/Thread$State;":
        return isStatic ? null : hook("ThreadStates", "of", "(" + TH + "I)" + STATE);
      case "sleep(J)V":
      case "sleep(JI)V":
      case "sleep(Ljava/time/Duration;)V":
        return isStatic ? hook("Threads", "sleep", "(" + args + "I)V") : null;
      case "yield()V":
      case "onSpinWait()V":
        return isStatic ? hook("Threads", "yield", "(I)V") : null;
      default:
        return null;
    }
  }

  private static boolean concernsThread(MethodInsnNode n) {
    switch (n.name) {
      case "join":
      case "isAlive":
      case "getState":
      case "sleep":
      case "yield":
      case "onSpinWait":
        return n.getOpcode() != Opcodes.INVOKEINTERFACE;
      default:
        return false;
    }
  }

  private static String onObject(MethodInsnNode n) {
    // Of any owner: since Java 18 compilers name the interface that a monitor is declared as.
    if (n.getOpcode() == Opcodes.INVOKESTATIC) {
      return null;
    }
    switch (n.name + n.desc) {
      case "wait()V":
      case "wait(J)V":
      case "wait(JI)V":
        return "await";
      case "notify()V":
        return "signal";
      case "notifyAll()V":
        return "signalAll";
      default:
        return null;
    }
  }

  private static MethodInsnNode hook(String owner, String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, Code.RT + owner, name, desc, false);
  }
}
