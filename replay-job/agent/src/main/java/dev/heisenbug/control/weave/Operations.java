package dev.heisenbug.control.weave;

import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Library calls that synchronise, or that work on shared state which is not woven itself, such as
 * streams and files: each is one step.
 */
final class Operations {
  private static final String[] OWNERS = {
    "java/util/concurrent/",
    "java/util/Vector",
    "java/util/Stack",
    "java/util/Hashtable",
    "java/util/Properties",
    "java/util/Timer",
    "java/lang/StringBuffer",
    "java/lang/invoke/VarHandle",
    "java/lang/ThreadLocal",
    "java/lang/ref/",
    "java/io/",
    "java/net/",
    "java/nio/",
    "java/sql/",
    "java/util/zip/",
    "java/util/logging/",
  };

  private Operations() {}

  /** Whether objects of this type may be string buffers, whose methods the JVM synchronises. */
  static boolean isBuffer(String owner) {
    return owner.equals("java/lang/AbstractStringBuilder")
        || owner.equals("java/lang/StringBuffer");
  }

  static boolean synchronises(MethodInsnNode n) {
    if (n.name.equals("<init>") || n.owner.startsWith("java/util/concurrent/TimeUnit")) {
      return false;
    }
    return Levels.startsWithAny(n.owner, OWNERS)
        || n.owner.equals("java/lang/Thread") && n.name.equals("interrupt")
        || n.owner.equals("java/lang/Thread") && n.name.equals("isInterrupted");
  }
}
