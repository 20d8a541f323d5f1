package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.WorldWaits;

/**
 * Threads that the JDK started for itself on behalf of the program: they wait for processes and
 * sockets and wake controlled threads when something has come.
 */
final class Outside {
  private static final int MOST = 64;
  private static final Thread[] THREADS = new Thread[MOST];
  private static volatile int count;

  private Outside() {}

  /** A controlled thread has started one that is not controlled. */
  static void started(Thread thread) {
    Ctl.enterAgent();
    try {
      add(thread);
      // Loads what the question needs: later it is asked under the scheduler's lock.
      hasChildren();
    } finally {
      Ctl.leaveAgent();
    }
  }

  private static synchronized void add(Thread thread) {
    for (int i = 0; i < count; i++) {
      if (THREADS[i].getState() == Thread.State.TERMINATED) {
        THREADS[i] = thread;
        return;
      }
    }
    if (count < MOST) {
      THREADS[count] = thread;
      count++;
    }
  }

  /** Whether there is anybody; costs nothing where there is not. */
  static boolean exists() {
    return count > 0;
  }

  /** Whether {@code t}, which is parked, may be woken by what is not controlled. */
  static boolean mayWake(CThread t) {
    return exists() && t.block == Block.PARK && (waitsForTheWorld(t) || isAtWork());
  }

  /**
   * How long, in real time, the world has to bring something before the next time limit expires or
   * the program counts as stuck.
   *
   * @param others what threads get that somebody outside may wake, though they do not seem to wait
   *     for the world
   */
  static long patience(Sched s, long others) {
    synchronized (s.lock) {
      long patience = isAtWork() ? others : 0;
      for (int i = 0; i < s.roster.count; i++) {
        CThread t = s.roster.threads[i];
        if (!t.done && t.block == Block.PARK && waitsForTheWorld(t)) {
          patience = Long.MAX_VALUE;
        }
      }
      CThread next = s.roster.earliestTimeout();
      return next == null ? patience : Math.min(patience, next.wakeAt - s.now);
    }
  }

  private static boolean waitsForTheWorld(CThread t) {
    Ctl.enterAgent();
    try {
      return WorldWaits.in(t.thread.getStackTrace());
    } finally {
      Ctl.leaveAgent();
    }
  }

  /**
   * Whether one of them runs, or waits in native code for what may come, or has been told of a
   * process and not woken up yet.
   */
  private static boolean isAtWork() {
    for (int i = 0; i < count; i++) {
      Thread.State state = THREADS[i].getState();
      if (state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED) {
        return true;
      }
    }
    Ctl.enterAgent();
    try {
      return hasChildren();
    } finally {
      Ctl.leaveAgent();
    }
  }

  private static boolean hasChildren() {
    return ProcessHandle.current().children().iterator().hasNext();
  }
}
