package dev.heisenbug.control.rt;

import java.util.concurrent.TimeUnit;

/** Hooks around the life of threads and around parking. */
public final class Threads {
  /** An operation that recordings do not mention. */
  public static final int NO_EVENT = -1;

  /** One whose event comes when it has happened. */
  public static final int EVENT_AFTER = -2;

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
    if (t == null || Ctl.SCHED.find(child) != null) {
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
      t.bypass++;
      t.os = OsThread.current();
      Salts.begin(t);
      t.bypass--;
      Ctl.SCHED.enter(t);
      Hashes.begin(t);
    }
  }

  /** Instead of {@code Unsafe.park} in the JDK's pools. */
  public static void unsafePark(Object unsafe, boolean absolute, long time) {
    CThread t = Ctl.current();
    if (t == null) {
      Classes.park(absolute, time);
    } else if (absolute) {
      parkUntil(time);
    } else {
      park(time == 0 ? FOREVER : time);
    }
  }

  /** Instead of {@code Unsafe.unpark} in the JDK's pools. */
  public static void unsafeUnpark(Object unsafe, Object thread) {
    if (!unpark((Thread) thread)) {
      Classes.unpark(thread);
    }
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
    CThread other = t == null ? null : Ctl.SCHED.find(thread);
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
    t.recorded.sync(t, Sync.Kind.JOIN);
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
    CThread other = t == null ? null : Ctl.SCHED.find(thread);
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
    t.recorded.sync(t, Sync.Kind.SLEEP);
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

  /** At the entry of {@code LockSupport.park*}: whether the call is done with. */
  public static boolean park(long nanos) {
    CThread t = Ctl.current();
    if (t == null) {
      return false;
    }
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    Buffers.drain(t);
    t.timedOut = false;
    if (!t.permit && !t.thread.isInterrupted() && nanos != 0) {
      t.interrupted = false;
      Ctl.SCHED.block(t, Block.PARK, null, nanos);
    }
    t.permit = false;
    Sync.log(t, t.timedOut ? Sync.TIMED_OUT : Sync.PARK, null, Site.PARK);
    return true;
  }

  /** At the entry of {@code LockSupport.parkNanos}. */
  public static boolean parkNanos(long nanos) {
    return park(Math.max(0, nanos));
  }

  /** At the entry of {@code LockSupport.parkUntil}. */
  public static boolean parkUntil(long deadlineMillis) {
    return park(Math.max(0, deadlineMillis - Inputs.currentTimeMillis()) * 1_000_000L);
  }

  /** At the entry of {@code LockSupport.unpark}: whether the call is done with. */
  public static boolean unpark(Thread target) {
    CThread me = Ctl.peek();
    if (target == null || (me != null && me.bypass > 0) || !Ctl.SCHED.active) {
      return false;
    }
    if (me == null && Thread.holdsLock(Ctl.SCHED.lock)) {
      // The watchdog hands the baton over: the thread waits in the JVM's own park.
      return false;
    }
    CThread other = Ctl.SCHED.find(target);
    if (other == null) {
      return false;
    }
    other.permit = true;
    if (me == null || Ctl.SCHED.current != me) {
      Ctl.SCHED.poke();
    } else {
      Buffers.drain(me);
      Spin.wrote(me);
      Sync.logThread(me, Sync.UNPARK, other, Site.PARK);
      Ctl.SCHED.policy.enabledAnother(me);
    }
    return true;
  }

  /** At the entry of {@code Thread.interrupt}. */
  public static void interrupting(Thread target) {
    CThread me = Ctl.peek();
    if ((me != null && me.bypass > 0) || !Ctl.SCHED.active) {
      return;
    }
    CThread other = Ctl.SCHED.find(target);
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

  /** Before code that may start a class initialiser. */
  public static void using(Class<?> c, int site) {
    if (Classes.initialised(c)) {
      return;
    }
    CThread t = Ctl.current();
    if (t == null) {
      return;
    }
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    Buffers.drain(t);
    // No point: who comes first differs from order to order, and counters must not.
    if (ClassInits.owner(c) == null && t.idx >= t.stopAt) {
      Ctl.SCHED.stopBeforeInit(t, site);
    }
    while (!ClassInits.freeFor(t, c)) {
      Ctl.SCHED.block(t, Block.CLINIT, c, FOREVER);
    }
    Sync.log(t, Sync.CLASS_INIT, c, site);
  }

  /** The same for a class that is given by name, as the class that asks for it sees it. */
  public static void usingByName(String name, Class<?> asking, int site) {
    CThread t = Ctl.current();
    if (t == null || name == null) {
      return;
    }
    Class<?> c;
    try {
      c = Class.forName(name, false, asking.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // The program's own call says so.
      return;
    }
    using(c, site);
  }

  /** At the entry of a class initialiser. */
  public static void classInit(Class<?> c) {
    CThread t = Ctl.current();
    if (t != null) {
      ClassInits.entered(t, c);
    }
  }

  /** At every exit of a class initialiser. */
  public static void classInitDone(Class<?> c) {
    CThread t = Ctl.current();
    if (t != null) {
      if (Ctl.SCHED.current == t) {
        Buffers.drain(t);
      }
      ClassInits.left(c);
      Sync.log(t, Sync.CLASS_INIT_DONE, c, Site.CLINIT);
    }
  }

  /**
   * Before a library operation that synchronises, such as one on an atomic or a lock object.
   *
   * @param recorded the event it has in a recording before it happens, or one of the above
   */
  public static void operation(Object receiver, CThread t, int site, int recorded) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    if (recorded < 0) {
      Spin.read(t);
    }
    if (recorded != NO_EVENT) {
      t.recorded.visitSync(t);
    }
    Weak.fencePoint(t, site);
    operate(receiver, t, site, recorded);
  }

  /** The same before a load of an atomic, which is no fence. */
  public static void looking(Object receiver, CThread t, int site, int recorded) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    Spin.read(t);
    Ctl.point(t, site);
    operate(receiver, t, site, recorded);
  }

  /** The same before a store to an atomic that may become visible late, behind all earlier ones. */
  public static void releasing(Object receiver, CThread t, int site, int recorded) {
    loose(receiver, t, site, recorded, true);
  }

  /** The same without the promise that earlier stores are visible before it. */
  public static void storing(Object receiver, CThread t, int site, int recorded) {
    loose(receiver, t, site, recorded, false);
  }

  private static void loose(Object receiver, CThread t, int site, int recorded, boolean releases) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    Ctl.point(t, site);
    operate(receiver, t, site, recorded);
    if (releases) {
      Weak.freeze(t);
    }
    Weak.atomic(receiver, t, site);
  }

  private static void operate(Object receiver, CThread t, int site, int recorded) {
    t.timedOut = false;
    Locks.awaitFree(receiver, t);
    Sync.log(t, Sync.OPERATION, receiver, site);
    Hashes.renew(t);
    if (recorded >= 0) {
      Spin.wrote(t);
      t.recorded.sync(t, recorded);
    }
  }

  /**
   * Before a call on what is declared as any collection: if it is a concurrent one, the call is one
   * step, else it may have a monitor.
   */
  public static void collection(Object receiver, CThread t, int site, boolean changes) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    t.announced = isConcurrent(receiver);
    if (!t.announced) {
      Locks.awaitFree(receiver, t);
      return;
    }
    operation(receiver, t, site, -1);
    if (changes) {
      Spin.wrote(t);
    }
  }

  private static boolean isConcurrent(Object receiver) {
    return receiver != null && receiver.getClass().getName().startsWith("java.util.concurrent.");
  }

  /** After an operation that acquires, for the event it has in a recording. */
  public static void acquired(CThread t, int recorded) {
    if (t != null) {
      acquired(!t.timedOut, t, recorded);
    }
  }

  /** The same for one that says whether it got what it wanted. */
  public static void acquired(boolean done, CThread t, int recorded) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    if (done) {
      Spin.wrote(t);
    } else {
      Spin.moved(t);
    }
    t.recorded.sync(t, recorded);
  }

  /** The same for one that gives null if there was nothing to get. */
  public static void acquired(Object got, CThread t, int recorded) {
    acquired(got != null, t, recorded);
  }

  /** Before a write of a volatile field, for the event it has in a recording. */
  public static void releasing(CThread t, int recorded) {
    if (t != null && t.bypass == 0 && Ctl.SCHED.active) {
      t.recorded.sync(t, recorded);
    }
  }
}
