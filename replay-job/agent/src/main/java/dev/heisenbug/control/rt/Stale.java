package dev.heisenbug.control.rt;

/**
 * Recognises threads that go round without coming to any place they have not been to before,
 * however much they write: they may be waiting for others, and all together they may be a livelock.
 *
 * <p>Such a thread gives way now and then. That the program hangs is only said where a hang is what
 * was recorded: a long computation looks the same.
 */
final class Stale {
  /** Bits of a thread's table of visited places; two places may share one, which costs nothing. */
  private static final int PLACES = 1 << 13;

  private static final int POINTS_BEFORE_GIVING_WAY = 20_000;
  private static final int POINTS_BEFORE_HANG = 1_500_000;
  private static final int TIME_LIMITS_BEFORE_HANG = 3_000;
  private static final long NANOS_BEFORE_HANG = 30_000_000_000L;

  private static boolean hangExpected;
  private static int points;
  private static int timeLimits;
  private static long newsTime;
  private static int newsSwitches;
  private static CThread newsThread;
  private static int newsIdx;

  private Stale() {}

  static void expectHang(boolean expected) {
    hangExpected = expected;
  }

  static long[] places() {
    return new long[PLACES / Long.SIZE];
  }

  /** The running thread is at a place, before it counts the point: whether it should give way. */
  static boolean visit(CThread t, int site) {
    int place = site * 0x9E3779B9 >>> 19;
    long bit = 1L << place;
    if ((t.visited[place / Long.SIZE] & bit) == 0) {
      t.visited[place / Long.SIZE] |= bit;
      news(t);
      return false;
    }
    if (++points > POINTS_BEFORE_HANG && hangExpected) {
      hang();
    }
    return ++t.stalePoints % POINTS_BEFORE_GIVING_WAY == 0;
  }

  /** The thread is somewhere new, or begins another, or ends. */
  static void news(CThread t) {
    t.stalePoints = 0;
    points = 0;
    timeLimits = 0;
    newsTime = Ctl.SCHED.now;
    newsThread = t;
    newsIdx = t.idx + 1;
    newsSwitches = Trace.switches();
  }

  /** A time limit ended: in a loop of pauses, points are few and far between. */
  static void timeLimitEnded() {
    if (hangExpected
        && ++timeLimits > TIME_LIMITS_BEFORE_HANG
        && Ctl.SCHED.now - newsTime > NANOS_BEFORE_HANG) {
      hang();
    }
  }

  /** What the threads did since is going round and left out of the plan. */
  private static void hang() {
    points = 0;
    timeLimits = 0;
    if (newsThread != null) {
      Trace.forgetSwitches(newsSwitches);
      Trace.switched(newsThread, newsIdx);
    }
    Outcome.hang(Ctl.SCHED);
  }
}
