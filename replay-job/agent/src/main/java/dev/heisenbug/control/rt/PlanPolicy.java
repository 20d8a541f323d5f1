package dev.heisenbug.control.rt;

/**
 * Follows a list of (thread, run until point) and, when it is used up, another policy.
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

  PlanPolicy(String[] threads, int[] until, boolean strict, Policy after) {
    this.threads = threads;
    this.until = until;
    this.strict = strict;
    this.after = after;
  }

  int position() {
    return pos;
  }

  @Override
  public Object next(Sched s, CThread running) {
    while (pos < threads.length) {
      CThread t = s.byId(threads[pos]);
      if (t == null) {
        return missing("thread " + threads[pos] + " was not started", s, running);
      }
      if (t.done && t.idx < until[pos]) {
        return missing("thread " + t.id + " ended at point " + t.idx, s, running);
      }
      if (t.done || t.idx >= until[pos]) {
        pos++;
        continue;
      }
      if (s.enabled(t) || s.canTimeOut(t)) {
        return t;
      }
      if (t.block == Block.EXTERNAL) {
        return Hint.WAIT;
      }
      return missing(
          "thread " + t.id + " is blocked (" + t.block + ") at point " + t.idx, s, running);
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
    return after.next(s, running);
  }

  @Override
  public void arm(Sched s, CThread t) {
    if (pos < threads.length) {
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
  public void stamped(Sched s, CThread t) {
    if (pos >= threads.length) {
      after.stamped(s, t);
    }
  }
}
