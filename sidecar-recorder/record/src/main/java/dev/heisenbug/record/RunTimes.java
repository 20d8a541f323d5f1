package dev.heisenbug.record;

/**
 * How long the runs of a command took that came to an end: one that takes far longer and gets
 * nowhere hangs.
 */
final class RunTimes {
  private static final int FAR_LONGER = 20;
  private static final long LEAST_SECONDS = 60;
  private final boolean looksForHangs;
  private long longest;
  private long begin;

  /**
   * @param hangSeconds 0 if nothing is a hang
   */
  RunTimes(int hangSeconds) {
    looksForHangs = hangSeconds > 0;
  }

  void begin() {
    begin = System.nanoTime();
  }

  void completed() {
    longest = Math.max(longest, System.nanoTime() - begin);
  }

  /** The agent's option; nothing before the first run has ended. */
  String option() {
    long seconds = Math.max(LEAST_SECONDS, FAR_LONGER * longest / 1_000_000_000L);
    return longest == 0 || !looksForHangs ? "" : ",overdue=" + seconds;
  }
}
