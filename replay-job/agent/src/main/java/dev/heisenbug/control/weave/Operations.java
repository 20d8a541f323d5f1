package dev.heisenbug.control.weave;

import java.util.Set;
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

  /** The data structures of the JDK with synchronized methods, and what they extend. */
  private static final Set<String> SYNCHRONISED =
      Set.of(
          "java/lang/AbstractStringBuilder",
          "java/lang/Appendable",
          "java/lang/CharSequence",
          "java/lang/Iterable",
          "java/lang/StringBuffer",
          "java/util/AbstractCollection",
          "java/util/AbstractList",
          "java/util/Collection",
          "java/util/Dictionary",
          "java/util/Hashtable",
          "java/util/List",
          "java/util/Map",
          "java/util/Observable",
          "java/util/Properties",
          "java/util/Stack",
          "java/util/Vector");

  private static final Set<String> OF_ANY_OBJECT = Set.of("equals", "hashCode", "toString");

  private Operations() {}

  /**
   * Whether a call on this type may reach a string buffer, vector, hash table or observable, whose
   * methods the JVM synchronises.
   */
  static boolean mayReachSynchronised(MethodInsnNode n) {
    return SYNCHRONISED.contains(n.owner)
        || n.owner.equals("java/lang/Object") && OF_ANY_OBJECT.contains(n.name);
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
