package dev.heisenbug.agent.rt;

/** Whether the JDK's data structures are at work for the program, or for other code of the JDK. */
final class Caller {
  private static final String[] DATA = {
    "dev.heisenbug.agent.",
    "java.util.",
    "java.text.",
    "java.nio.",
    "java.security.",
    "sun.security.",
    "com.sun.org.apache.",
    "java.lang.AbstractStringBuilder",
    "java.lang.StringBuilder",
    "java.lang.StringBuffer"
  };

  private static final String[] JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};
  private static final String SYNCHRONISERS = "java.util.concurrent.";

  private Caller() {}

  /** Looks through the stack of the current thread. */
  static boolean isProgram() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String name = frame.getClassName();
      if (name.startsWith(SYNCHRONISERS) || !begins(name, DATA)) {
        return !begins(name, JDK);
      }
    }
    return false;
  }

  private static boolean begins(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
