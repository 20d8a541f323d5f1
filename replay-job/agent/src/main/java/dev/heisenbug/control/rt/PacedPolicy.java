package dev.heisenbug.control.rt;

/**
 * Follows the clocks of the recording like {@link ClockPolicy}, but takes it that threads did what
 * lies between two stamps at an even pace from the first on, and not all of it just before the
 * second. What has a stamp itself is done when that says.
 */
final class PacedPolicy extends ClockPolicy {
  private static final int LONGEST = 100_000;

  @Override
  long time(CThread t) {
    return t.recorded.time(t);
  }

  @Override
  public void atStamp(CThread t) {
    t.stopAt = t.idx;
  }

  /** Turns end at once or late here: without this, a thread would wait in a loop for ever. */
  @Override
  public boolean lettingSpinnersGiveWay() {
    return true;
  }

  @Override
  public void arm(Sched s, CThread t) {
    long others = Long.MAX_VALUE;
    for (int i = 0; i < s.roster.count; i++) {
      CThread other = s.roster.threads[i];
      if (other != t && s.roster.enabled(other)) {
        others = Math.min(others, time(other));
      }
    }
    long points = others == Long.MAX_VALUE ? LONGEST : (others - time(t)) / Recorded.POINT_NANOS;
    t.stopAt = t.idx + (int) Math.max(1, Math.min(LONGEST, points));
  }
}
