package dev.heisenbug.agent.rt;

import dev.heisenbug.weave.stream.WorldWaits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks at the threads now and then to find deadlocks and hangs.
 *
 * <p>A <em>deadlock</em> is a cycle of threads and locks that the JVM itself confirms. A
 * <em>hang</em> is a time in which no recorded thread gets anywhere: each waits without a limit for
 * another, or turns in one method without writing anything new. A thread in a native wait (input),
 * in one long timed wait, or in the JDK's own wait for a process or a socket, is waiting for the
 * world: no hang. Threads that write while they turn are only told from work where a run is {@link
 * Overdue}. Turning threads have to do so three times as long, twice that if none of them waits
 * without a limit, and twelve times as long if one pauses and no run of the program has ended yet.
 * A thread that asks for the time goes round until some moment: no hang.
 */
final class Watchdog {
  private static final int MANY = 2000;
  private static final ConcurrentHashMap<Log, Watched> WATCHED = new ConcurrentHashMap<>();

  private final int hangSeconds;
  private final Overdue overdue;
  private final Locks locks = new Locks();
  private int quietLooks;
  private int waitingLooks;
  private int nextCheck = 1;
  private boolean turning;
  private boolean pausing;

  private Watchdog(int hangSeconds, int overdueSeconds) {
    this.hangSeconds = hangSeconds;
    overdue = new Overdue(overdueSeconds);
  }

  static void watch(Thread thread, Log log) {
    WATCHED.put(log, new Watched(thread, log));
  }

  static void forget(Log log) {
    WATCHED.remove(log);
  }

  static void start(int hangSeconds, int overdueSeconds) {
    new AgentThread("watch", new Watchdog(hangSeconds, overdueSeconds)::run).start();
  }

  private void run() {
    try {
      ClockError.measure();
      while (true) {
        Thread.sleep(1000);
        long before = System.nanoTime();
        if (look()) {
          return;
        }
        Overhead.looked(System.nanoTime() - before);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but the end of the JVM.
    } catch (Throwable fault) {
      Failures.internal(fault);
    }
  }

  /** True once there is nothing more to look for. */
  private boolean look() {
    if (WATCHED.size() > MANY) {
      return false;
    }
    List<Watched> threads = new ArrayList<>(WATCHED.values());
    int waiting = 0;
    int busy = 0;
    int stuck = 0;
    turning = false;
    pausing = false;
    for (Watched watched : threads) {
      if (!watched.thread.isAlive()) {
        continue;
      }
      Watched.Look look = watched.look(locks);
      waiting += watched.waits() ? 1 : 0;
      boolean idleDaemon = watched.thread.isDaemon() && look == Watched.Look.STUCK;
      busy += look == Watched.Look.BUSY ? 1 : 0;
      stuck += look == Watched.Look.STUCK && !idleDaemon ? 1 : 0;
      turning |= look == Watched.Look.TURNING;
      pausing |= watched.pauses();
    }
    return deadlocked(waiting) || hanging(threads, busy, stuck);
  }

  /** Asks the JVM rarely where threads merely idle. */
  private boolean deadlocked(int waiting) {
    if (waiting < 2) {
      waitingLooks = 0;
      nextCheck = 1;
      return false;
    }
    if (++waitingLooks < nextCheck) {
      return false;
    }
    nextCheck = waitingLooks + Math.min(8, waitingLooks);
    return report("deadlock", locks.deadlocked());
  }

  private boolean hanging(List<Watched> threads, int busy, int stuck) {
    if (hangSeconds == 0) {
      return false;
    }
    boolean together = stuck > 0 || turning && Recorder.threads() > 1;
    quietLooks = busy == 0 && together ? quietLooks + 1 : 0;
    boolean quiet = quietLooks >= hangSeconds * patience(stuck);
    if (!overdue.look(threads) && !quiet) {
      return false;
    }
    List<Thread> alive = new ArrayList<>();
    for (Watched watched : threads) {
      if (watched.thread.isAlive() && !watched.thread.isDaemon()) {
        if (WorldWaits.in(watched.thread.getStackTrace())) {
          quietLooks = 0;
          return false;
        }
        alive.add(watched.thread);
      }
    }
    return report("hang", alive);
  }

  /** Nobody knows yet how long a first run takes, and a loop of pauses may be a counted one. */
  private int patience(int stuck) {
    if (!turning) {
      return 1;
    }
    return pausing && !overdue.knowsOtherRuns() ? 12 : stuck > 0 ? 3 : 6;
  }

  private boolean report(String kind, List<Thread> threads) {
    if (threads.isEmpty()) {
      return false;
    }
    Stacks stacks = stacks(locks, threads);
    Failures.stuck(kind, stacks.signature(), stacks.json());
    Session.finish(kind);
    return true;
  }

  /**
   * Notes what keeps a program that is told to stop from going on, if anything does: a cycle, or
   * threads that wait for others, or those that run in the program's own code.
   */
  static void stopped() {
    try {
      if (WATCHED.size() > MANY || !Failures.endedFromOutside()) {
        return;
      }
      Locks locks = new Locks();
      List<Thread> cycle = locks.deadlocked();
      List<Thread> threads = cycle.isEmpty() ? gettingNowhere() : cycle;
      if (!threads.isEmpty()) {
        Stacks stacks = stacks(locks, threads);
        Failures.stopped(cycle.isEmpty() ? "hang" : "deadlock", stacks.signature(), stacks.json());
      }
    } catch (Throwable fault) {
      Failures.internal(fault);
    }
  }

  private static List<Thread> gettingNowhere() {
    List<Thread> waiting = new ArrayList<>();
    List<Thread> others = new ArrayList<>();
    for (Watched watched : WATCHED.values()) {
      Thread thread = watched.thread;
      if (thread.isAlive() && !thread.isDaemon() && !WorldWaits.in(thread.getStackTrace())) {
        (watched.waits() ? waiting : others).add(thread);
      }
    }
    return waiting.isEmpty() ? others : waiting;
  }

  private static Stacks stacks(Locks locks, List<Thread> threads) {
    Stacks stacks = new Stacks();
    for (Thread thread : threads) {
      Log log = Recorder.existing(thread);
      stacks.add(thread, log == null ? 0 : log.serial, locks.waitsFor(thread));
    }
    return stacks;
  }
}
