package dev.heisenbug.control.rt;

/**
 * Follows the clocks of the recording: the thread whose next stamped event came first runs, until
 * it has passed that event.
 */
class ClockPolicy implements Policy {
  /** By how much the run's time may be ahead of the recording's. */
  private static final long SLACK_NANOS = 1_000_000_000L;

  @Override
  public Object next(Sched s, CThread running) {
    CThread best = null;
    for (int i = 0; i < s.roster.count; i++) {
      CThread t = s.roster.threads[i];
      if ((s.roster.enabled(t) || timesOutNow(s, t))
          && (best == null || before(t, best, running))) {
        best = t;
      }
    }
    return best == null ? Hint.ANY : best;
  }

  /** By when the thread is to do what it does next. */
  long time(CThread t) {
    return t.recorded.nextStamp();
  }

  private boolean before(CThread a, CThread b, CThread running) {
    long x = time(a);
    long y = time(b);
    if (x != y) {
      return x < y;
    }
    boolean spinningA = a.block == Block.SPIN;
    if (spinningA != (b.block == Block.SPIN)) {
      return !spinningA;
    }
    return spinningA ? a.spinSeen < b.spinSeen : a == running;
  }

  /** A recorded time-out is taken when it is the earliest thing to happen. */
  private static boolean timesOutNow(Sched s, CThread t) {
    return s.roster.canTimeOut(t)
        && t.recorded.nextStamp() != Long.MAX_VALUE
        && !(Ghosts.exist() && isTooLate(t));
  }

  /**
   * Whether the time limit would have ended behind what the thread did next. A timer of the JDK's
   * own leaves no event each time, and would go round for ever.
   */
  private static boolean isTooLate(CThread t) {
    return VirtualClock.recorded(t.wakeAt) > t.recorded.nextStamp() + SLACK_NANOS;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = Integer.MAX_VALUE;
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    return a.recorded.nextStamp() < b.recorded.nextStamp();
  }

  @Override
  public void stamped(Sched s, CThread t) {
    t.stopAt = t.idx;
  }

  /**
   * Where stamps are taken with a monitor held, who passes one stops there, and those that want the
   * monitor could never be chosen.
   */
  @Override
  public void released(Sched s, CThread running, Object o) {
    if (s.roster.isWanted(o)) {
      enabledAnother(running);
    }
  }

  @Override
  public void enabledAnother(CThread running) {
    running.stopAt = running.idx;
  }
}
