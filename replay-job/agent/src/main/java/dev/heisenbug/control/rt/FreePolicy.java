package dev.heisenbug.control.rt;

/**
 * Lets a thread run until it blocks. While others wait for time to pass, it does pass: a thread
 * that never blocks gives way to them after many points.
 */
final class FreePolicy implements Policy {
  /** Points after which the time limit of a waiting thread is used up. */
  static final int QUANTUM = 20_000;

  @Override
  public Object next(Sched s, CThread running) {
    if (running == null) {
      return Hint.ANY;
    }
    CThread waiting = running.idx >= running.stopAt ? s.roster.earliestTimeout() : null;
    return waiting == null ? running : waiting;
  }

  @Override
  public boolean stopsBeforeInit(CThread t, int site) {
    return false;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = s.roster.earliestTimeout() == null ? Integer.MAX_VALUE : t.idx + QUANTUM;
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return true;
  }
}
