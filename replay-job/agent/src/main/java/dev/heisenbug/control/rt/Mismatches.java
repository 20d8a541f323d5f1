package dev.heisenbug.control.rt;

/** What happens when a thread leaves its recorded path. */
final class Mismatches {
  private static boolean stop;
  private static int count;

  private Mismatches() {}

  /** Whether a thread that left its path stops there, instead of running on by itself. */
  static void stopThreads(boolean yes) {
    stop = yes;
  }

  static int count() {
    return count;
  }

  static void found(
      CThread t, Recorded.What what, int method, String expected, long actual, long path) {
    count++;
    Outcome.mismatch(t, what, Defs.methodName(method), expected, actual, path);
    if (stop) {
      Ctl.SCHED.block(t, Block.STOPPED, null, -1);
    }
  }
}
