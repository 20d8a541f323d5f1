package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.Causes;

/**
 * The failure a run is meant to reach: an uncaught exception of a class at given frames, or an exit
 * with a status.
 */
final class Expected {
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

  /** Whether {@code e} has the class and, among its frames, the wanted ones in order. */
  boolean exception(Throwable e) {
    if (exceptionClass == null || !exceptionClass.equals(e.getClass().getName())) {
      return false;
    }
    int next = 0;
    for (StackTraceElement f : Causes.frames(e)) {
      if (next < frames.length
          && frames[next].equals(
              f.getClassName() + "." + f.getMethodName() + ":" + f.getLineNumber())) {
        next++;
      }
    }
    return next == frames.length;
  }
}
