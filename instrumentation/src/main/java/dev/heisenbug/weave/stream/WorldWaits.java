package dev.heisenbug.weave.stream;

/** Tells waits that are ended from outside the program, by a process or by the JDK's own I/O. */
public final class WorldWaits {
  private WorldWaits() {}

  /**
   * Whether a thread that stands so waits for what threads of the JDK will tell it, not for one of
   * the program.
   */
  public static boolean in(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (isIo(name)) {
        return true;
      }
      if (!isLibrary(name)) {
        return false;
      }
    }
    return false;
  }

  /** Classes of the JDK that wait for processes, sockets and files. */
  public static boolean isIo(String name) {
    return name.startsWith("java.lang.Process")
        || name.startsWith("jdk.internal.net.http.")
        || name.startsWith("sun.nio.")
        || name.startsWith("sun.net.")
        || name.startsWith("java.net.");
  }

  private static boolean isLibrary(String name) {
    return name.startsWith("java.")
        || name.startsWith("jdk.")
        || name.startsWith("sun.")
        || name.startsWith("dev.heisenbug.control.")
        || name.startsWith("dev.heisenbug.agent.");
  }
}
