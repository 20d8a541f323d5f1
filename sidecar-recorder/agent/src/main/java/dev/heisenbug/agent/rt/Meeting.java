package dev.heisenbug.agent.rt;

/**
 * Pauses that last until other threads have got somewhere: two threads seldom pause for just as
 * long as the other needs, and a failure that takes two pauses at once is hardly ever met by pauses
 * of any fixed length.
 */
final class Meeting {
  private static final int LOOK_NANOS = 50_000;

  /** Others that have not moved for so many looks have come to rest. */
  static final int SOON = 4;

  /** The same where others may only sleep for a moment before they look again. */
  static final int LATE = 40;

  /** The same where they are to be done, or stuck, however busy the machine is. */
  static final int DONE = 300;

  /** Grows when any thread does something; increments that are lost do no harm. */
  private static volatile int moves;

  private Meeting() {}

  /** The current thread does something that others may wait for. */
  static void moved() {
    moves++;
  }

  /**
   * Waits until others have moved and pause themselves, or have nothing more to do.
   *
   * @param begun when the wait began, by {@link System#nanoTime}
   * @param most nanoseconds after which it ends, whatever others do
   * @param looks how often others must be found where they were
   * @return whether others did so
   */
  static boolean await(Log log, long begun, int most, int looks) {
    int seen = moves;
    int rest = -1;
    while (rest < looks && System.nanoTime() - begun < most) {
      Noise.sleep(log, LOOK_NANOS);
      if (moves != seen) {
        seen = moves;
        rest = 0;
      } else if (rest >= 0) {
        rest++;
      }
    }
    return rest >= looks;
  }
}
