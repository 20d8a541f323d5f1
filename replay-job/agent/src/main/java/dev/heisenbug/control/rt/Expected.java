package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.Causes;

/**
 * The failure a run is meant to reach: an uncaught exception of a class at given frames, or an exit
 * with a status.
 */
final class Expected {
  /** A recording tells so many frames, or all of them. */
  private static final int FRAMES = 3;

  private final String exceptionClass;
  private final String[] frames;
  private final String status;

  /**
   * @param status of an exit, or null
   */
  Expected(String exceptionClass, String[] frames, String status) {
    this.exceptionClass = exceptionClass;
    this.frames = frames;
    this.status = status;
  }

  boolean exit(int actual) {
    return Integer.toString(actual).equals(status);
  }

  /** Whether {@code e} has the class and the wanted frames are the program's innermost ones. */
  boolean exception(Throwable e) {
    if (exceptionClass == null || !exceptionClass.equals(e.getClass().getName())) {
      return false;
    }
    if (frames.length == 0 || e instanceof StackOverflowError) {
      return true;
    }
    int next = 0;
    for (StackTraceElement f : Causes.frames(e)) {
      if (Causes.ofProgram(f.getClassName())) {
        if (next == frames.length) {
          return next == FRAMES;
        }
        String frame = f.getClassName() + "." + f.getMethodName() + ":" + f.getLineNumber();
        if (!frames[next].equals(frame)) {
          return false;
        }
        next++;
      }
    }
    return next == frames.length;
  }
}
