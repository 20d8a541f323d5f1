package dev.heisenbug.control.weave;

import dev.heisenbug.weave.LibraryData;
import java.util.Set;

/** Decides how much of a class is woven, from its name alone, so that every run decides alike. */
final class Levels {
  private static final Set<String> RUNTIME =
      Set.of(
          "java/lang/Class",
          "java/lang/ClassLoader",
          "java/lang/Thread",
          "java/lang/VirtualThread",
          "java/lang/Runtime",
          "java/lang/ApplicationShutdownHooks",
          "java/time/Clock",
          "java/util/Random",
          "java/time/Clock$SystemClock",
          "sun/util/locale/provider/CalendarProviderImpl",
          "java/util/concurrent/locks/LockSupport",
          "jdk/internal/net/http/HttpClientImpl$SelectorManager");

  private static final String IMMUTABLE = "java/util/ImmutableCollections";

  private static final String[] SYNC_PACKAGES = {"java/util/concurrent/", "java/util/logging/"};

  private static final String[] NO_SYNC = {
    "java/util/concurrent/ThreadLocalRandom", "java/util/concurrent/atomic/"
  };

  private Levels() {}

  static Level of(String name, boolean application) {
    if (application) {
      return Level.APPLICATION;
    }
    if (RUNTIME.contains(name) || name.startsWith(IMMUTABLE)) {
      return Level.RUNTIME;
    }
    if (SocketWeaver.covers(name)) {
      return Level.SOCKETS;
    }
    if (LibraryData.covers(name)) {
      return Level.LIBRARY_DATA;
    }
    boolean synchronises = startsWithAny(name, SYNC_PACKAGES) && !startsWithAny(name, NO_SYNC);
    return synchronises ? Level.LIBRARY_SYNC : Level.NONE;
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
