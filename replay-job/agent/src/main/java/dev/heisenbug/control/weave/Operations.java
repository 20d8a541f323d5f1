package dev.heisenbug.control.weave;

import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.MethodInsnNode;

/** Tells by name what a controlled run must know of a library call besides that it is a step. */
final class Operations {
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

  /** Methods of collections that change nothing, or may find nothing to take. */
  private static final Pattern LOOKS =
      Pattern.compile(
          "(get|contains|peek|poll|first|last|floor|ceiling|lower|higher|head|tail|sub|to|index"
              + "|lastIndex|descending)([A-Z].*)?|size|isEmpty|element|iterator|listIterator|stream"
              + "|parallelStream|spliterator|keySet|navigableKeySet|values|entrySet|forEach"
              + "|hasNext|next|equals|hashCode");

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

  /** Whether a call, whose last argument is the object, may ask for an object's identity hash. */
  static boolean asksForHash(MethodInsnNode n) {
    return n.name.equals("hashCode") && n.desc.equals("()I") && !n.owner.equals("java/lang/String")
        || n.name.equals("identityHashCode") && n.owner.equals("java/lang/System")
        || n.name.equals("hashCode") && n.owner.equals("java/util/Objects");
  }

  /** Whether a collection is changed by a call, as far as its name tells. */
  static boolean changes(MethodInsnNode n) {
    return !LOOKS.matcher(n.name).matches();
  }
}
