package dev.heisenbug.agent.rt;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells a call of one of the JDK's maps that does not come back. Racing writers can leave a ring in
 * a map, in which whoever looks something up goes round for ever; a call that finds its way is over
 * in no time, so that a thread is not met in it every time it is looked at.
 */
final class MapCall {
  private static final int LOOKS = 150;
  private static final int MILLIS_BETWEEN = 10;

  /** Methods that look up one key, as opposed to those that walk through the whole map. */
  private static final Set<String> ONE_KEY =
      new HashSet<>(
          Arrays.asList(
              "get",
              "getOrDefault",
              "containsKey",
              "put",
              "putIfAbsent",
              "remove",
              "merge",
              "replace",
              "compute",
              "computeIfAbsent",
              "computeIfPresent",
              "floorKey",
              "floorEntry",
              "ceilingKey",
              "ceilingEntry",
              "higherKey",
              "higherEntry",
              "lowerKey",
              "lowerEntry",
              "pollFirstEntry",
              "pollLastEntry"));

  private MapCall() {}

  /** Whether the program's innermost method stands in such a call. */
  static boolean in(StackTraceElement[] stack) {
    return call(stack) != null;
  }

  private static StackTraceElement call(StackTraceElement[] stack) {
    StackTraceElement above = null;
    for (StackTraceElement frame : stack) {
      if (Frames.ofProgram(frame.getClassName())) {
        break;
      }
      above = frame;
    }
    boolean map =
        above != null
            && above.getClassName().startsWith("java.util.")
            && above.getClassName().endsWith("Map")
            && ONE_KEY.contains(above.getMethodName());
    return map ? above : null;
  }

  /** Whether the thread stands in one and the same call of this kind all the time. */
  static boolean lasts(Thread thread) throws InterruptedException {
    StackTraceElement first = call(thread.getStackTrace());
    for (int look = 1; first != null && look < LOOKS; look++) {
      Thread.sleep(MILLIS_BETWEEN);
      StackTraceElement now = call(thread.getStackTrace());
      if (now == null || !now.getMethodName().equals(first.getMethodName())) {
        return false;
      }
    }
    return first != null;
  }
}
