package dev.heisenbug.control.rt;

/**
 * Follows a list of turns (thread, run until point) and, when it is used up, another policy. A turn
 * ends when the thread reaches the point, blocks or ends. Between turns delayed stores become
 * visible where the plan says so.
 *
 * <p>Strict: a thread that the plan names and that cannot run is a divergence. Lenient: the plan is
 * given up there and the other policy takes over.
 */
final class PlanPolicy implements Policy {
  private static final long EMPTY_TURN_NANOS = 400_000_000L;
  private final Plan plan;
  private final boolean strict;
  private final Policy after;
  private int pos;

  /** Who has had the present entry's turn, if anybody: entries are turns, not counters alone. */
  private CThread granted;

  PlanPolicy(Plan plan, boolean strict, Policy after) {
    this.plan = plan;
    this.strict = strict;
    this.after = after;
  }

  @Override
  public Object next(Sched s, CThread running) {
    if (granted != null) {
      pos += isCutShort(granted) ? 0 : 1;
      granted = null;
    }
    while (pos < plan.size()) {
      CThread t = s.roster.byId(plan.thread(pos));
      int until = plan.point(pos);
      if (t == null) {
        return missing("thread " + plan.thread(pos) + " was not started", s, running);
      }
      if (plan.isCommit(pos)) {
        if (!Buffers.commit(s, t, until) && t.idx < until) {
          return missing("thread " + t.id + " is at point " + t.idx, s, running);
        }
        pos++;
      } else if (t.idx > until || t.done && t.idx == until) {
        pos++;
      } else if (t.done) {
        return missing("thread " + t.id + " ended at point " + t.idx, s, running);
      } else if (s.roster.enabled(t)
          || s.roster.canTimeOut(t) && !Outside.mayWake(t)
          || t.lastResort && t.block == Block.SOCKET) {
        return t;
      } else if (t.isOutside() || Outside.mayWake(t) || waitsForOneAway(s, t)) {
        return Hint.WAIT;
      } else {
        return missing(
            "thread " + t.id + " is blocked (" + t.block + ") at point " + t.idx, s, running);
      }
    }
    return after.next(s, running);
  }

  /**
   * Whether the watchdog took the thread's turn before its end. On a busy machine a thread that
   * loads a class may look as if it waited for the world: its turn goes on when it is back. So does
   * that of a thread that waits for a process.
   */
  private boolean isCutShort(CThread t) {
    return (t.isOutside() || Outside.mayWake(t))
        && !t.done
        && t.id.equals(plan.thread(pos))
        && t.idx < plan.point(pos);
  }

  /**
   * Whether a thread waits for another to end or to leave a monitor, which the watchdog took for
   * blocked on its way there: on a busy machine the last steps of a thread may take long.
   */
  private static boolean waitsForOneAway(Sched s, CThread t) {
    CThread other = null;
    if (t.block == Block.JOIN) {
      other = (CThread) t.blockedOn;
    } else if (t.block == Block.MONITOR) {
      Monitor m = s.monitors.peek(t.blockedOn);
      other = m == null ? null : m.owner;
    }
    return other != null && !other.done && other.isOutside();
  }

  /** Nothing came for a thread that waits for a socket: the other end is not where it was. */
  @Override
  public boolean waitedInVain(Sched s) {
    if (mayBeEmpty(s)) {
      pos++;
      return true;
    }
    CThread t = pos < plan.size() ? s.roster.byId(plan.thread(pos)) : null;
    if (t == null || t.block != Block.SOCKET) {
      return false;
    }
    leave("nothing came for thread " + t.id + " at point " + t.idx);
    return !strict;
  }

  @Override
  public long patience(Sched s, long usual) {
    return mayBeEmpty(s) || waitsForOwnSocket(s) ? EMPTY_TURN_NANOS : usual;
  }

  /** Whether only a thread that waits, too, could send what the next thread waits for. */
  private boolean waitsForOwnSocket(Sched s) {
    CThread t = pos < plan.size() ? s.roster.byId(plan.thread(pos)) : null;
    return t != null
        && t.block == Block.SOCKET
        && !Ports.hasStrangers()
        && !s.roster.any(Block.EXTERNAL);
  }

  /**
   * Whether the turn that is waited for may be one in which the thread was woken for nothing: it
   * stands where the turn ended, and waits for what only the world can bring.
   */
  private boolean mayBeEmpty(Sched s) {
    CThread t = pos < plan.size() && !plan.isCommit(pos) ? s.roster.byId(plan.thread(pos)) : null;
    return t != null
        && !t.done
        && t.idx == plan.point(pos)
        && t.block == Block.PARK
        && Outside.mayWake(t);
  }

  private Object missing(String what, Sched s, CThread running) {
    leave(what);
    return after.next(s, running);
  }

  private void leave(String what) {
    if (strict) {
      Outcome.diverged(
          "step "
              + pos
              + ": "
              + plan.thread(pos)
              + (plan.isCommit(pos) ? " should have stored at " : " should run until ")
              + plan.point(pos)
              + ", but "
              + what);
    }
    pos = plan.size();
    granted = null;
  }

  @Override
  public void arm(Sched s, CThread t) {
    if (pos < plan.size()) {
      granted = t;
      t.stopAt = plan.point(pos);
    } else {
      after.arm(s, t);
    }
  }

  @Override
  public boolean stopsBeforeInit(CThread t, int site) {
    return pos < plan.size()
        ? t.idx >= t.stopAt && Site.name(site).equals(plan.init(pos))
        : after.stopsBeforeInit(t, site);
  }

  @Override
  public boolean holds(CThread t) {
    return plan.holds(t) || pos >= plan.size() && after.holds(t);
  }

  @Override
  public void fencing(CThread t) {
    if (pos >= plan.size()) {
      after.fencing(t);
    }
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    for (int i = pos; i < plan.size(); i++) {
      if (plan.isCommit(i)) {
        continue;
      }
      if (plan.thread(i).equals(a.id) && a.idx < plan.point(i)) {
        return true;
      }
      if (plan.thread(i).equals(b.id) && b.idx < plan.point(i)) {
        return false;
      }
    }
    return after.wakesFirst(a, b);
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return pos >= plan.size() && after.lettingSpinnersGiveWay();
  }

  @Override
  public boolean relievesSpinners() {
    return pos >= plan.size() && after.relievesSpinners();
  }

  @Override
  public boolean believesYields() {
    return pos < plan.size() || after.believesYields();
  }

  @Override
  public void stamped(Sched s, CThread t) {
    if (pos >= plan.size()) {
      after.stamped(s, t);
    }
  }

  @Override
  public void atStamp(CThread t) {
    if (pos >= plan.size()) {
      after.atStamp(t);
    }
  }

  @Override
  public void released(Sched s, CThread running, Object o) {
    if (pos >= plan.size()) {
      after.released(s, running, o);
    }
  }

  @Override
  public void enabledAnother(CThread running) {
    if (pos >= plan.size()) {
      after.enabledAnother(running);
    }
  }
}
