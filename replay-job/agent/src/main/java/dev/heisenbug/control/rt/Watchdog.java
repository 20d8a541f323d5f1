package dev.heisenbug.control.rt;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Notices that the running thread is blocked in code that is not controlled, and moves on.
 *
 * <p>A thread counts as blocked when it passed no point between two looks and either its state says
 * so or its processor time stands still.
 */
final class Watchdog extends Thread {
  private static final long LOOK_MS = 2;
  private static final long STATE_LOOKS = 3;
  private static final long CPU_LOOKS = 150;
  private static final long IDLE_NANOS = 60_000_000L;
  private final Sched sched;
  private final long deadline;

  /** Made on first need: the management classes are slow to load. */
  private ThreadMXBean threads;

  Watchdog(Sched sched, long timeoutMillis) {
    super("heisenbug-watchdog");
    setDaemon(true);
    this.sched = sched;
    this.deadline = System.nanoTime() + timeoutMillis * 1_000_000L;
  }

  @Override
  public void run() {
    CThread last = null;
    int lastIdx = -1;
    long lastCpu = -1;
    int still = 0;
    long handovers = -1;
    while (sched.active) {
      nap();
      if (System.nanoTime() > deadline) {
        Outcome.timeout(sched);
        return;
      }
      CThread t = sched.current;
      if (t == null) {
        if (System.nanoTime() - sched.idleSince > IDLE_NANOS) {
          sched.idleTimeout();
        }
        continue;
      }
      if (t != last || t.idx != lastIdx || sched.handovers != handovers) {
        last = t;
        handovers = sched.handovers;
        lastIdx = t.idx;
        lastCpu = -1;
        still = 0;
        continue;
      }
      if (t.awaiting) {
        still = 0;
        continue;
      }
      still++;
      if (still >= STATE_LOOKS && waits(t.thread.getState()) && sched.current == t) {
        sched.lostToExternal(t, handovers);
      } else if (still >= (t.arrived ? CPU_LOOKS : 10 * CPU_LOOKS)) {
        long cpu = cpu(t);
        if (cpu >= 0 && cpu == lastCpu) {
          sched.lostToExternal(t, handovers);
        }
        lastCpu = cpu;
        still = 0;
      }
    }
  }

  private long cpu(CThread t) {
    try {
      if (threads == null) {
        threads = ManagementFactory.getThreadMXBean();
      }
      return threads.getThreadCpuTime(t.thread.getId());
    } catch (RuntimeException e) {
      return -1;
    }
  }

  private static boolean waits(Thread.State s) {
    return s == Thread.State.BLOCKED
        || s == Thread.State.WAITING
        || s == Thread.State.TIMED_WAITING;
  }

  private static void nap() {
    try {
      Thread.sleep(LOOK_MS);
    } catch (InterruptedException e) {
      // Keeps looking: only the end of control ends this thread.
    }
  }
}
