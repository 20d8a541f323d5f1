package dev.heisenbug.weave;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Tells by name the calls of the JDK that are one step each: those that synchronise, and those that
 * work on state which is not woven itself. Recorder and controlled run agree on them, so that
 * threads can be held up at the same places.
 */
public final class LibrarySteps {
  private static final String[] SYNCHRONISING = {
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

  /** What keeps state from call to call and has no operation that anybody would wait with. */
  private static final String[] STATEFUL = {
    "com/sun/net/httpserver/",
    "java/lang/ClassValue",
    "java/lang/Process",
    "java/lang/StableValue",
    "java/lang/foreign/",
    "java/rmi/",
    "java/time/format/DateTimeFormatterBuilder",
    "java/util/Locale$Builder",
    "java/util/Random",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/SplittableRandom",
    "java/util/jar/",
    "java/util/prefs/",
    "java/util/random/",
  };

  /** What the whole program has one of. */
  private static final Set<String> GLOBAL =
      Set.of(
          "java/lang/System.clearProperty",
          "java/lang/System.getProperties",
          "java/lang/System.getProperty",
          "java/lang/System.setProperties",
          "java/lang/System.setProperty",
          "java/util/Locale.getDefault",
          "java/util/Locale.setDefault");

  private LibrarySteps() {}

  /** Whether a call synchronises, or is a look at or a change of what others may wait for. */
  public static boolean synchronises(MethodInsnNode n) {
    if (n.name.equals("<init>") || n.owner.startsWith("java/util/concurrent/TimeUnit")) {
      return false;
    }
    return startsWithAny(n.owner, SYNCHRONISING)
        || startsWithAny(n.owner, PARTLY_WOVEN) && !LibraryData.covers(n.owner)
        || n.owner.equals("java/lang/Thread") && n.name.equals("interrupt")
        || n.owner.equals("java/lang/Thread") && n.name.equals("isInterrupted");
  }

  /** Whether a call works on state of the JDK which is not woven, and nobody would wait with it. */
  public static boolean keepsState(MethodInsnNode n) {
    return !n.name.equals("<init>")
        && (startsWithAny(n.owner, STATEFUL) && !LibraryData.covers(n.owner)
            || GLOBAL.contains(n.owner + "." + n.name));
  }

  /** Whether an instruction is one of either kind. */
  public static boolean isStep(AbstractInsnNode n) {
    boolean calls = n.getOpcode() >= Opcodes.INVOKEVIRTUAL && n.getOpcode() < Opcodes.INVOKEDYNAMIC;
    return calls && (synchronises((MethodInsnNode) n) || keepsState((MethodInsnNode) n));
  }

  private static boolean startsWithAny(String name, String[] prefixes) {
    for (String p : prefixes) {
      if (name.startsWith(p)) {
        return true;
      }
    }
    return false;
  }
}
