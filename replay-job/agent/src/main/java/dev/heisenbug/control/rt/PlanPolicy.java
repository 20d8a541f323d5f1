package dev.heisenbug.control.rt;

/**
 * Follows a list of turns (thread, run until point) and, when it is used up, another policy. A turn
 * ends when the thread reaches the point, blocks or ends.
 *
 * <p>Strict: a thread that the plan names and that cannot run is a divergence. Lenient: the plan is
 * given up there and the other policy takes over.
 */
final class PlanPolicy implements Policy {
  private final String[] threads;
  private final int[] until;
  private final boolean strict;
  private final Policy after;
  private int pos;

  /** Whether the present entry's thread has had its turn: entries are turns, not counters alone. */
  private boolean granted;

  PlanPolicy(String[] threads, int[] until, boolean strict, Policy after) {
    this.threads = threads;
    this.until = until;
    this.strict = strict;
    this.after = after;
  }

  @Override
  public Object next(Sched s, CThread running) {
    if (granted) {
      granted = false;
      pos++;
    }
    while (pos < threads.length) {
      CThread t = s.byId(threads[pos]);
      if (t == null) {
        return missing("thread " + threads[pos] + " was not started", s, running);
      }
      if (t.idx > until[pos] || t.done && t.idx == until[pos]) {
        pos++;
      } else if (t.done) {
        return missing("thread " + t.id + " ended at point " + t.idx, s, running);
      } else if (s.enabled(t) || s.canTimeOut(t)) {
        return t;
      } else if (t.block == Block.EXTERNAL) {
        return Hint.WAIT;
      } else {
        return missing(
            "thread " + t.id + " is blocked (" + t.block + ") at point " + t.idx, s, running);
      }
    }
    return after.next(s, running);
  }

  private Object missing(String what, Sched s, CThread running) {
    if (strict) {
      Outcome.diverged(
          "step "
              + pos
              + ": "
              + threads[pos]
              + " should run until "
              + until[pos]
              + ", but "
              + what);
    }
    pos = threads.length;
    granted = false;
    return after.next(s, running);
  }

  @Override
  public void arm(Sched s, CThread t) {
    if (pos < threads.length) {
      granted = true;
      t.stopAt = until[pos];
    } else {
      after.arm(s, t);
    }
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    for (int i = pos; i < threads.length; i++) {
      if (threads[i].equals(a.id) && a.idx < until[i]) {
        return true;
      }
      if (threads[i].equals(b.id) && b.idx < until[i]) {
        return false;
      }
    }
    return after.wakesFirst(a, b);
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return pos >= threads.length && after.lettingSpinnersGiveWay();
  }

  @Override
  public void stamped(Sched s, CThread t) {
    if (pos >= threads.length) {
      after.stamped(s, t);
    }
  }
}
