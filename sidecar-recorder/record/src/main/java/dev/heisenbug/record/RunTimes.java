package dev.heisenbug.record;

/**
 * How long the runs of a command took that came to an end: one that takes far longer and gets
 * nowhere hangs.
 */
final class RunTimes {
  private static final int FAR_LONGER = 20;
  private static final long LEAST_SECONDS = 60;

  /** A suspected run has to be ended before it is out of time. */
  private static final long BEFORE_TIMEOUT = 10;

  private final RecordOptions options;
  private long longest;
  private long begin;

  RunTimes(RecordOptions options) {
    this.options = options;
  }

  void begin() {
    begin = System.nanoTime();
  }

  void completed() {
    longest = Math.max(longest, System.nanoTime() - begin);
  }

  /** After how many seconds a run takes far longer than it should; 0 if nobody knows. */
  long overdueSeconds() {
    if (options.overdue() > 0) {
      return options.overdue();
    }
    return longest == 0 ? 0 : Math.max(LEAST_SECONDS, farLonger());
  }

  /** Whether so many seconds are far more than any run took that came to an end. */
  boolean isFarLonger(long seconds) {
    return longest > 0 && seconds >= farLonger();
  }

  private long farLonger() {
    return FAR_LONGER * longest / 1_000_000_000L;
  }

  /** The agent's options. */
  String option() {
    if (options.hangSeconds() == 0) {
      return "";
    }
    long overdue = overdueSeconds();
    if (overdue > 0) {
      return ",overdue=" + overdue;
    }
    boolean compares = options.untilFailure() && options.timeout() != null;
    return compares ? ",suspect=" + suspectSeconds(options.timeout().toSeconds()) : "";
  }

  private static long suspectSeconds(long timeout) {
    return Math.max(1, Math.max(Math.min(LEAST_SECONDS, timeout - BEFORE_TIMEOUT), timeout / 2));
  }
}
