package dev.heisenbug.control.rt;

import java.util.concurrent.TimeUnit;

/** Hooks around the life of threads. */
public final class Threads {
  private static final int LOOKS_BEFORE_SLEEP = 100;
  private static final long FOREVER = -1;

  private Threads() {}

  /** What the scheduler of virtual threads asks for: carriers enough for threads we hold up. */
  public static String property(String name) {
    String own = System.getProperty(name);
    if (own == null && name.equals("jdk.virtualThreadScheduler.parallelism")) {
      return "64";
    }
    return own == null && name.equals("jdk.virtualThreadScheduler.maxPoolSize") ? "4096" : own;
  }

  /** At the entry of {@code Thread.start}: the child is controlled from here on. */
  public static void starting(Thread child) {
    CThread t = Ctl.current();
    if (t == null || Ctl.SCHED.roster.find(child) != null) {
      return;
    }
    if (ThreadKinds.outsideControl(child)) {
      if (ThreadKinds.servesTheProgram(child)) {
        Outside.started(child);
      }
      return;
    }
    Weak.fencePoint(t, Site.START);
    Spin.wrote(t);
    Stale.news(t);
    // First of all: a thread that leaves its recording here stops, and the child never comes.
    t.recorded.child(t, t.children + 1);
    String id = t.id + "." + (++t.children);
    Hashes.leave(t);
    CThread c = Ctl.SCHED.register(id, child, Recorded.of(id));
    Hashes.enter(t);
    Trace.thread(c);
    Sync.logThread(t, Sync.FORK, c, Site.START);
    Ctl.SCHED.policy.enabledAnother(t);
  }

  /** First thing on a new thread: it waits for its turn before it runs any code. */
  public static void started(Thread thread) {
    CThread t = Ctl.current();
    if (t != null && t.thread == thread && !t.arrived) {
      Ctl.SCHED.enter(t);
    }
  }

  /**
   * A new thread comes to its first point. That need not be {@code Thread.run}: a program may have
   * a method of its own in its place.
   */
  static void arriving(CThread t) {
    t.bypass++;
    t.os = OsThread.current();
    Salts.begin(t);
    t.bypass--;
  }

  /** When a thread is about to end. */
  public static void exiting(Thread thread) {
    CThread t = Ctl.peek();
    if (t == null || t.thread != thread || !Ctl.SCHED.active) {
      return;
    }
    if (t.arrived || t.number == 0) {
      Spin.wrote(t);
      Stale.news(t);
    }
    if (Ctl.SCHED.current == t) {
      Buffers.drain(t);
      t.recorded.end(t);
      if (Trace.on()) {
        Trace.begin(t, Trace.END);
      }
    }
    Ctl.SCHED.ended(t);
  }

  /** At the entry of {@code Thread.dispatchUncaughtException}. */
  public static void uncaught(Thread thread, Throwable e) {
    CThread t = Ctl.current();
    if (t != null && t.thread == thread) {
      if (Ctl.SCHED.current == t) {
        Buffers.drain(t);
      }
      Outcome.uncaught(t, e);
    }
  }

  /** At the entry of {@code Runtime.exit} and {@code Runtime.halt}. */
  public static void ending(int status, boolean halt) {
    if (Ctl.isProgram()) {
      Outcome.exiting(status, halt);
    }
  }

  /** Instead of {@code thread.join()}. */
  public static void join(Thread thread, int site) throws InterruptedException {
    join(thread, 0L, site);
  }

  /** Instead of {@code thread.join(millis, nanos)}. */
  public static void join(Thread thread, long millis, int nanos, int site)
      throws InterruptedException {
    join(thread, nanos > 0 ? millis + 1 : millis, site);
  }

  /** Instead of {@code thread.join(millis)}. */
  public static void join(Thread thread, long millis, int site) throws InterruptedException {
    CThread t = Ctl.current();
    CThread other = t == null ? null : Ctl.SCHED.roster.find(thread);
    if (t == null || other == null || millis < 0) {
      thread.join(millis);
      return;
    }
    Weak.fencePoint(t, site);
    throwIfInterrupted(t);
    if (!other.done) {
      t.interrupted = false;
      Ctl.SCHED.block(t, Block.JOIN, other, millis == 0 ? FOREVER : millis * 1_000_000L);
      if (!other.done && t.interrupted) {
        throwInterrupted(t);
      }
    }
    Ctl.completed(t);
    Spin.moved(t);
    if (other.done) {
      settle(thread);
      Sync.logThread(t, Sync.JOIN, other, site);
    } else {
      Sync.logThread(t, Sync.TIMED_OUT, other, site);
    }
    if (Defs.isOfProgram(site)) {
      t.recorded.sync(t, Sync.Kind.JOIN);
    }
  }

  /**
   * Waits the last moment between a thread's end in our books and its end in the JVM's. By looking,
   * not by joining: whoever ends a virtual thread would wake the caller by an unpark, and that is
   * answered by the scheduler, which does not know of this wait.
   */
  static void settle(Thread thread) {
    CThread me = Ctl.peek();
    me.bypass++;
    try {
      for (int looks = 0; thread.isAlive(); looks++) {
        rest(looks);
      }
    } finally {
      me.bypass--;
    }
  }

  private static void rest(int looks) {
    if (looks < LOOKS_BEFORE_SLEEP) {
      Thread.yield();
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Instead of {@code thread.isAlive()}. */
  public static boolean isAlive(Thread thread, int site) {
    CThread t = Ctl.current();
    CThread other = t == null ? null : Ctl.SCHED.roster.find(thread);
    if (other == null) {
      return thread.isAlive();
    }
    Spin.read(t);
    Ctl.point(t, site);
    return !other.done && thread.isAlive();
  }

  /** Instead of {@code Thread.sleep(millis, nanos)}. */
  public static void sleep(long millis, int nanos, int site) throws InterruptedException {
    sleep(nanos > 0 ? millis + 1 : millis, site);
  }

  /** Instead of {@code Thread.sleep(duration)}. */
  public static void sleep(java.time.Duration d, int site) throws InterruptedException {
    sleep(Math.max(0, TimeUnit.MILLISECONDS.convert(d.toNanos(), TimeUnit.NANOSECONDS)), site);
  }

  /** Instead of {@code Thread.sleep(millis)}. */
  public static void sleep(long millis, int site) throws InterruptedException {
    CThread t = Ctl.current();
    if (t == null || millis < 0) {
      Thread.sleep(millis);
      return;
    }
    Weak.fencePoint(t, site);
    throwIfInterrupted(t);
    t.interrupted = false;
    Sync.log(t, Sync.SLEEP, null, site);
    Ctl.SCHED.block(t, Block.SLEEP, null, millis * 1_000_000L);
    Ctl.completed(t);
    Spin.moved(t);
    if (t.interrupted) {
      throwInterrupted(t);
    }
    if (Defs.isOfProgram(site)) {
      t.recorded.sync(t, Sync.Kind.SLEEP);
    }
  }

  /** Instead of {@code Thread.yield()} and {@code Thread.onSpinWait()}. */
  public static void yield(int site) {
    CThread t = Ctl.current();
    if (t == null) {
      Thread.yield();
      return;
    }
    Ctl.point(t, site);
    Spin.yielded(t);
    Ctl.completed(t);
  }

  /** At the entry of {@code Thread.interrupt}. */
  public static void interrupting(Thread target) {
    CThread me = Ctl.peek();
    if ((me != null && me.bypass > 0) || !Ctl.SCHED.active) {
      return;
    }
    CThread other = Ctl.SCHED.roster.find(target);
    if (other != null) {
      other.interrupted = true;
      if (me == null || Ctl.SCHED.current != me) {
        Ctl.SCHED.poke();
      } else {
        Buffers.drain(me);
        Sync.logThread(me, Sync.INTERRUPT, other, Site.PARK);
      }
    }
  }

  static void throwIfInterrupted(CThread t) throws InterruptedException {
    if (t.thread.isInterrupted()) {
      throwInterrupted(t);
    }
  }

  private static void throwInterrupted(CThread t) throws InterruptedException {
    t.interrupted = false;
    Thread.interrupted();
    throw new InterruptedException();
  }
}
