package dev.heisenbug.control.weave;

import java.util.Set;

/**
 * Decides how much of a class is woven, from its name alone, so that every run decides alike.
 *
 * <p>Library data structures are those whose races users meet: the collections, string builders and
 * formats. What the hooks themselves stand on is left alone.
 */
final class Levels {
  private static final Set<String> RUNTIME =
      Set.of(
          "java/lang/Thread",
          "java/lang/VirtualThread",
          "java/lang/Runtime",
          "java/util/concurrent/locks/LockSupport");

  private static final Set<String> DATA =
      Set.of(
          "java/lang/AbstractStringBuilder", "java/lang/StringBuilder", "java/lang/StringBuffer");

  private static final String[] DATA_PACKAGES = {"java/util/", "java/text/"};

  private static final String[] SYNC_PACKAGES = {"java/util/concurrent/", "java/util/logging/"};

  private static final String[] NEVER = {
    "java/util/IdentityHashMap",
    "java/util/ServiceLoader",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/PropertyResourceBundle",
    "java/util/Objects",
    "java/util/ImmutableCollections",
    "java/util/KeyValueHolder",
    "java/util/jar/",
    "java/util/zip/",
    "java/util/spi/",
    "java/util/prefs/",
    "java/util/random/",
    "java/util/function/",
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/UUID",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/LockSupport",
  };

  private Levels() {}

  static Level of(String name, boolean application) {
    if (application) {
      return Level.APPLICATION;
    }
    if (RUNTIME.contains(name)) {
      return Level.RUNTIME;
    }
    if (DATA.contains(name)) {
      return Level.LIBRARY_DATA;
    }
    if (startsWithAny(name, NEVER)) {
      return Level.NONE;
    }
    if (startsWithAny(name, SYNC_PACKAGES)) {
      return Level.LIBRARY_SYNC;
    }
    return startsWithAny(name, DATA_PACKAGES) ? Level.LIBRARY_DATA : Level.NONE;
  }

  static boolean startsWithAny(String name, String[] prefixes) {
    for (String p : prefixes) {
      if (name.startsWith(p)) {
        return true;
      }
    }
    return false;
  }
}
