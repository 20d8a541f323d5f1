package dev.heisenbug.agent.rt;

import dev.heisenbug.weave.stream.WorldWaits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Looks at the threads now and then to find deadlocks and hangs.
 *
 * <p>A <em>deadlock</em> is a cycle of threads and locks that the JVM itself confirms. A
 * <em>hang</em> is a time in which no recorded thread gets anywhere: each waits without a limit for
 * another, or turns in one method without writing anything new. A thread in a native wait (input),
 * in one long timed wait, or in the JDK's own wait for a process or a socket, is waiting for the
 * world: no hang. A thread that turns counts only if it does so in a loop that nobody but another
 * thread can end. Threads that write while they turn, and those that may compute, are told from
 * work where a run is {@link Overdue}, and in no other way. Turning threads have to do so three
 * times as long, twice that if none of them waits without a limit. A thread that asks for the time
 * goes round until some moment: no hang.
 */
public final class Watchdog {
  private static final int MANY = 2000;
  private static final ConcurrentHashMap<Log, Watched> WATCHED = new ConcurrentHashMap<>();

  /** Quiet looks after which somebody who waits for the program wants to know what it does. */
  private static final int NOTEWORTHY = 5;

  /** Loops that only another thread can end; whoever reads class files says which. */
  private static volatile Predicate<StackTraceElement[]> waitingLoops = frames -> false;

  private static volatile Watchdog instance;

  private final int hangSeconds;
  private final boolean notes;
  private final Overdue overdue;
  private final Locks locks = new Locks();
  private int quietLooks;
  private int waitingLooks;
  private int nextCheck = 1;
  private boolean turning;
  private boolean noted;

  /** Whether, for as long as threads have been quiet, none of them may be computing. */
  private volatile boolean stuckTogether;

  private Watchdog(Settings settings) {
    hangSeconds = settings.hangSeconds();
    notes = settings.notes();
    overdue = new Overdue(settings.overdueSeconds(), settings.suspectSeconds());
  }

  /** Who tells loops that only another thread can end from those that compute. */
  public static void waitingLoops(Predicate<StackTraceElement[]> loops) {
    waitingLoops = loops;
  }

  static void watch(Thread thread, Log log) {
    WATCHED.put(log, new Watched(thread, log));
  }

  static void forget(Log log) {
    WATCHED.remove(log);
  }

  static void start(Settings settings) {
    instance = new Watchdog(settings);
    new AgentThread("watch", instance::run).start();
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
  private boolean look() throws InterruptedException {
    if (WATCHED.size() > MANY) {
      return false;
    }
    List<Watched> threads = new ArrayList<>(WATCHED.values());
    int waiting = 0;
    int busy = 0;
    int stuck = 0;
    turning = false;
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

  private boolean hanging(List<Watched> threads, int busy, int stuck) throws InterruptedException {
    if (hangSeconds == 0) {
      return false;
    }
    boolean together = stuck > 0 || turning && Recorder.threads() > 1;
    quietLooks = busy == 0 && together && needOthers(threads) ? quietLooks + 1 : 0;
    int patience = hangSeconds * (!turning ? 1 : stuck > 0 ? 3 : 6);
    boolean quiet = quietLooks >= patience && areSure(threads);
    boolean late = (notes || overdue.knowsOtherRuns()) && overdue.look(threads);
    stuckTogether = quietLooks >= NOTEWORTHY || overdue.goesRound();
    note(threads, patience - quietLooks);
    if (!late && !quiet) {
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
    return quiet || overdue.knowsOtherRuns() ? report("hang", alive) : suspect(alive);
  }

  private static boolean needOthers(List<Watched> threads) {
    for (Watched watched : threads) {
      if (watched.look == Watched.Look.TURNING && !watched.needsOthers(waitingLoops)) {
        return false;
      }
    }
    return true;
  }

  private boolean areSure(List<Watched> threads) throws InterruptedException {
    for (Watched watched : threads) {
      if (!watched.isSure()) {
        quietLooks = 0;
        return false;
      }
    }
    return true;
  }

  /** Tells who waits for the program what it does, and in how many seconds it counts as a hang. */
  private void note(List<Watched> threads, int left) {
    boolean worth = Math.max(quietLooks, overdue.rounds()) >= NOTEWORTHY;
    if (!notes || !worth && !noted) {
      return;
    }
    noted = worth;
    String text = worth ? new Doing(threads).toString() : "";
    Failures.note(text + (quietLooks >= NOTEWORTHY ? "\n" + left : ""));
  }

  /**
   * Only other runs can tell whether this one hangs, so that it ends here and they are waited for.
   */
  private boolean suspect(List<Thread> threads) {
    Stacks stacks = stacks(locks, threads);
    Failures.stopped("hang", stacks.signature(), stacks.json());
    Session.finish("suspect");
    return true;
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

  /** Somebody has lost patience: what kept the program going, if it has not got anywhere lately. */
  static void interrupted() {
    Watchdog watchdog = instance;
    if (watchdog != null && watchdog.stuckTogether) {
      stopped();
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
