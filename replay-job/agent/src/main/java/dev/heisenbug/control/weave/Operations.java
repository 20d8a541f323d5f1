package dev.heisenbug.control.weave;

import dev.heisenbug.weave.LibraryData;
import java.util.Set;
import java.util.regex.Pattern;
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

  /** Packages of library objects of which only some are woven. */
  private static final String[] PARTLY_WOVEN = {
    "java/beans/", "java/security/", "javax/", "org/w3c/dom/", "org/xml/sax/",
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

  /** What a concurrent collection of the JDK may be declared as. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/lang/Iterable",
          "java/util/AbstractCollection",
          "java/util/AbstractMap",
          "java/util/AbstractQueue",
          "java/util/AbstractSet",
          "java/util/Collection",
          "java/util/Deque",
          "java/util/Iterator",
          "java/util/List",
          "java/util/Map",
          "java/util/NavigableMap",
          "java/util/NavigableSet",
          "java/util/Queue",
          "java/util/SequencedCollection",
          "java/util/SequencedMap",
          "java/util/SequencedSet",
          "java/util/Set",
          "java/util/SortedMap",
          "java/util/SortedSet");

  /** Their methods that change nothing, or may find nothing to take. */
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

  /** Whether a call may reach a concurrent collection, though it is declared as any collection. */
  static boolean mayReachConcurrent(MethodInsnNode n) {
    return COLLECTIONS.contains(n.owner);
  }

  /** Whether a collection is changed by a call, as far as its name tells. */
  static boolean changes(MethodInsnNode n) {
    return !LOOKS.matcher(n.name).matches();
  }

  static boolean synchronises(MethodInsnNode n) {
    if (n.name.equals("<init>") || n.owner.startsWith("java/util/concurrent/TimeUnit")) {
      return false;
    }
    return Levels.startsWithAny(n.owner, OWNERS)
        || Levels.startsWithAny(n.owner, PARTLY_WOVEN) && !LibraryData.covers(n.owner)
        || n.owner.equals("java/lang/Thread") && n.name.equals("interrupt")
        || n.owner.equals("java/lang/Thread") && n.name.equals("isInterrupted");
  }
}
