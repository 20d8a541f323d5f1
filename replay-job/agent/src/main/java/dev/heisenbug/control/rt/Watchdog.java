package dev.heisenbug.control.rt;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Notices that the running thread is blocked in code that is not controlled, and moves on.
 *
 * <p>A thread counts as blocked when it passed no point between two looks and either its state says
 * so, or it sleeps in a native method of the JDK that waits for the world, or its processor time
 * stands still.
 */
final class Watchdog extends Thread {
  private static final long LOOK_MS = 2;
  private static final int STATE_LOOKS = 5;
  private static final int ASLEEP_LOOKS = 5;
  private static final int CPU_LOOKS = 100;
  private static final int OUR_FRAMES = 6;
  private static final long IDLE_NANOS = 60_000_000L;

  /**
   * How long, and how seldom, threads outside may wait for each other before that is looked into.
   */
  private static final long STANDSTILL_NANOS = 100_000_000L;

  private static final int STANDSTILL_LOOKS = 25;

  /** How long the world may keep threads waiting when others have left their recording. */
  private static final long LEFT_NANOS = 1_000_000_000L;

  /** How long a thread that a plan names may be away in code that is not controlled. */
  private static final long PLAN_NANOS = 5_000_000_000L;

  private final Sched sched;
  private final long deadline;
  private final Standstill standstill = new Standstill();
  private int idleLooks;

  /** Made on first need, for threads that the system does not tell of: slow to load. */
  private ThreadMXBean threads;

  Watchdog(Sched sched, long timeoutMillis) {
    super("heisenbug-watchdog");
    setDaemon(true);
    this.sched = sched;
    this.deadline = System.nanoTime() + timeoutMillis * 1_000_000L;
  }

  /**
   * Looks once, before the program begins: what is done for the first time asks for identity
   * hashes, which have numbers in order of request, and later looks come at any time.
   */
  static void prepare(OsThread own) {
    nap();
    isElsewhere(Thread.currentThread().getStackTrace());
    if (own != null) {
      own.asleep();
      own.isRunnable();
      own.cpuNanos();
    }
  }

  @Override
  public void run() {
    CThread last = null;
    int lastIdx = -1;
    long lastCpu = -1;
    long slept = -1;
    int asleep = 0;
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
        idle();
        continue;
      }
      if (t != last || t.idx != lastIdx || sched.handovers != handovers) {
        last = t;
        handovers = sched.handovers;
        lastIdx = t.idx;
        lastCpu = -1;
        still = 0;
        asleep = 0;
        continue;
      }
      if (t.awaiting) {
        still = 0;
        continue;
      }
      still++;
      long sleeps = still < STATE_LOOKS || t.os == null ? -1 : t.os.asleep();
      asleep = sleeps >= 0 && sleeps == slept ? asleep + 1 : 0;
      slept = sleeps;
      if (still >= STATE_LOOKS && waits(t.thread.getState()) && sched.current == t) {
        if (isElsewhere(t.thread.getStackTrace()) || still >= 10 * CPU_LOOKS) {
          sched.lostToExternal(t, handovers);
        }
      } else if (asleep >= ASLEEP_LOOKS && waitsForTheWorld(t.thread.getStackTrace())) {
        sched.lostToExternal(t, handovers);
      } else if (still % CPU_LOOKS == 0) {
        long cpu = cpu(t);
        boolean idle = cpu >= 0 && cpu == lastCpu && (t.os == null || !t.os.isRunnable());
        lastCpu = cpu;
        if (idle && still >= looksBeforeLost(t)) {
          sched.lostToExternal(t, handovers);
        }
      }
    }
  }

  private void idle() {
    sched.lookOutside();
    long idle = System.nanoTime() - sched.idleSince;
    if (idle > STANDSTILL_NANOS && ++idleLooks % STANDSTILL_LOOKS == 0 && standstill.isOne(sched)) {
      sched.standstill();
    } else if (idle > LEFT_NANOS && Mismatches.count() > 0) {
      sched.standstill();
    } else if (idle > patience()) {
      sched.idleTimeout();
    }
  }

  private long patience() {
    if (sched.atRest) {
      return Outside.patience(sched, PLAN_NANOS);
    }
    return sched.idleForPlan
        ? sched.patienceForPlan(PLAN_NANOS)
        : sched.patienceForSockets(IDLE_NANOS);
  }

  /**
   * A thread that uses no time may wait in native code, or, where the system does not tell, may
   * only be kept waiting for a processor by a busy machine: then giving it up would change the
   * schedule.
   */
  private static int looksBeforeLost(CThread t) {
    StackTraceElement[] stack = t.thread.getStackTrace();
    boolean isNative = stack.length > 0 && stack[0].isNativeMethod();
    return t.arrived && isNative ? 2 * CPU_LOOKS : 10 * CPU_LOOKS;
  }

  /** Whether a thread is in a native method that reads, writes, connects or waits for a process. */
  private static boolean waitsForTheWorld(StackTraceElement[] stack) {
    if (stack.length == 0 || !stack[0].isNativeMethod()) {
      return false;
    }
    String name = stack[0].getClassName();
    return name.startsWith("sun.nio.")
        || name.startsWith("java.io.")
        || name.startsWith("java.net.")
        || name.startsWith("java.lang.Process");
  }

  /** Whether a thread waits in other code than ours, whose locks are held for moments only. */
  private static boolean isElsewhere(StackTraceElement[] stack) {
    for (int i = 0; i < Math.min(OUR_FRAMES, stack.length); i++) {
      if (stack[i].getClassName().startsWith("dev.heisenbug.control.")) {
        return false;
      }
    }
    return true;
  }

  private long cpu(CThread t) {
    if (t.os != null) {
      return t.os.cpuNanos();
    }
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
