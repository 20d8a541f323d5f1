package dev.heisenbug.control.rt;

/** Lets a thread run until it blocks. */
final class FreePolicy implements Policy {
  @Override
  public Object next(Sched s, CThread running) {
    return running == null ? Hint.ANY : running;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = Integer.MAX_VALUE;
  }
}
