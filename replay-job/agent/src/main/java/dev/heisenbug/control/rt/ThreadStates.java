package dev.heisenbug.control.rt;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What a program is told of its threads: to the JVM all that do not have the baton wait alike, and
 * none of them is ever blocked.
 */
public final class ThreadStates {
  private ThreadStates() {}

  /** Instead of {@code thread.getState()}. */
  public static Thread.State of(Thread thread, int site) {
    CThread t = Ctl.current();
    CThread other = t == null ? null : Ctl.SCHED.roster.find(thread);
    if (other == null) {
      return thread.getState();
    }
    Spin.read(t);
    Ctl.point(t, site);
    synchronized (Ctl.SCHED.lock) {
      return other.done ? Thread.State.TERMINATED : ofLiving(other);
    }
  }

  private static Thread.State ofLiving(CThread t) {
    if (Ctl.SCHED.roster.enabled(t)) {
      return Thread.State.RUNNABLE;
    }
    switch (t.block) {
      case MONITOR:
        return Thread.State.BLOCKED;
      case WAIT:
        return t.notified || t.interrupted ? Thread.State.BLOCKED : waiting(t);
      case SLEEP:
        return Thread.State.TIMED_WAITING;
      case PARK:
      case JOIN:
        return waiting(t);
      case EXTERNAL:
        return t.thread.getState();
      default:
        return Thread.State.RUNNABLE;
    }
  }

  private static Thread.State waiting(CThread t) {
    return t.timed ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
  }

  /** Instead of {@code thread.join(duration)}. */
  public static boolean join(Thread thread, Duration limit, int site) throws InterruptedException {
    if (thread.getState() == Thread.State.NEW) {
      throw new IllegalThreadStateException("Thread not started");
    }
    long nanos = TimeUnit.NANOSECONDS.convert(limit);
    if (nanos > 0) {
      Threads.join(thread, Math.max(1, (nanos + 999_999) / 1_000_000), site);
    }
    CThread t = Ctl.current();
    CThread other = t == null ? null : Ctl.SCHED.roster.find(thread);
    return other == null ? !thread.isAlive() : other.done;
  }
}
