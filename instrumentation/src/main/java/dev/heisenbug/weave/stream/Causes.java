package dev.heisenbug.weave.stream;

/**
 * Which exception of a chain says where a program failed; the same when recording and re-executing.
 *
 * <p>What a future throws was made by the JDK in a thread of its own and has no frame of the
 * program; its cause has.
 */
public final class Causes {
  private static final int DEEPEST = 16;
  private static final String[] NOT_THE_PROGRAM = {
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.heisenbug."
  };

  private Causes() {}

  /** The frames of the outermost exception that has one of the program; else its own. */
  public static StackTraceElement[] frames(Throwable thrown) {
    StackTraceElement[] own = thrown.getStackTrace();
    Throwable t = thrown;
    for (int depth = 0; t != null && depth < DEEPEST; depth++) {
      StackTraceElement[] frames = depth == 0 ? own : t.getStackTrace();
      for (StackTraceElement frame : frames) {
        if (ofProgram(frame.getClassName())) {
          return frames;
        }
      }
      t = t.getCause();
    }
    return own;
  }

  /** Where the innermost cause of what was thrown comes from; null if there is no cause. */
  public static StackTraceElement origin(Throwable thrown) {
    StackTraceElement origin = null;
    Throwable t = thrown.getCause();
    for (int depth = 0; t != null && depth < DEEPEST; depth++) {
      for (StackTraceElement frame : t.getStackTrace()) {
        if (ofProgram(frame.getClassName())) {
          origin = frame;
          break;
        }
      }
      t = t.getCause();
    }
    return origin;
  }

  /** Whether a class is the program's, by its name. */
  public static boolean ofProgram(String className) {
    for (String prefix : NOT_THE_PROGRAM) {
      if (className.startsWith(prefix)) {
        return false;
      }
    }
    return true;
  }
}
