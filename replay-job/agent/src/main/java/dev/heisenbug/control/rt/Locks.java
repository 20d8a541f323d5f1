package dev.heisenbug.control.rt;

import java.util.Hashtable;
import java.util.Observable;
import java.util.Vector;

/** Hooks around monitors, wait and notify. */
public final class Locks {
  private static final long FOREVER = -1;

  private Locks() {}

  /** Before {@code monitorenter}: returns when the monitor is free for the caller. */
  public static void lock(Object o, int site) {
    CThread t = Ctl.current();
    if (t == null || o == null) {
      return;
    }
    t.recorded.visitSync(t);
    Weak.fencePoint(t, site);
    Hashes.renew(t);
    acquire(t, o);
    Ctl.completed(t);
    Spin.moved(t);
    Sync.log(t, Sync.LOCK, o, site);
    t.recorded.sync(t, Sync.Kind.MONITOR_ENTER);
  }

  /**
   * Before {@code monitorenter} in a library: a point only if woven code called the library method,
   * for what the library does on its own account differs from run to run.
   */
  public static void lock(Object o, CThread caller, int site) {
    CThread t = Ctl.current();
    if (t != null && caller != null && o != null) {
      Weak.fencePoint(t, site);
      Hashes.renew(t);
      acquire(t, o);
      Ctl.completed(t);
      Sync.log(t, Sync.LOCK, o, site);
    } else if (t != null
        && o != null
        && (Ctl.SCHED.current == t || !Ctl.SCHED.monitors.freeFor(t, o))) {
      if (Ctl.SCHED.current != t) {
        Ctl.SCHED.enter(t);
      }
      acquire(t, o);
    }
  }

  /**
   * At the entry of a library method that the JVM synchronises itself: the monitor is the caller's
   * already.
   *
   * @return the object if {@link #letGo} is to be told of it, else null
   */
  public static Object held(Object o, CThread caller, int site) {
    CThread t = Ctl.current();
    if (t == null || caller == null) {
      return null;
    }
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    Hashes.renew(t);
    Ctl.SCHED.monitors.of(o).enter(t);
    Sync.log(t, Sync.LOCK, o, site);
    return o;
  }

  /** At every exit of such a method. */
  public static void letGo(Object o, int site) {
    if (o != null) {
      unlock(o, site, true);
    }
  }

  /** Before a call of a method that the JVM synchronises: it must not block outside of our view. */
  public static void awaitFree(Object o, CThread t) {
    if (t != null && t.bypass == 0 && Ctl.SCHED.active && isSynchronised(o)) {
      Sched s = Ctl.SCHED;
      while (!s.monitors.freeFor(t, o)) {
        s.block(t, Block.MONITOR, o, FOREVER);
      }
    }
  }

  @SuppressWarnings("deprecation")
  private static boolean isSynchronised(Object o) {
    return o instanceof StringBuffer
        || o instanceof Vector
        || o instanceof Hashtable
        || o instanceof Observable;
  }

  private static void acquire(CThread t, Object o) {
    Sched s = Ctl.SCHED;
    while (!s.monitors.freeFor(t, o)) {
      s.block(t, Block.MONITOR, o, FOREVER);
    }
    s.monitors.of(o).enter(t);
  }

  /** After {@code monitorexit}. */
  public static void unlock(Object o, int site) {
    unlock(o, site, true);
  }

  /** After {@code monitorexit} in a library: logged only if woven code called the method. */
  public static void unlock(Object o, CThread caller, int site) {
    unlock(o, site, caller != null);
  }

  private static void unlock(Object o, int site, boolean logged) {
    CThread t = Ctl.current();
    if (t == null) {
      return;
    }
    Monitor m = Ctl.SCHED.monitors.peek(o);
    if (m == null || m.owner != t) {
      return;
    }
    if (logged) {
      Weak.fence(t, site);
      Sync.log(t, Sync.UNLOCK, o, site);
    }
    if (m.exit(t)) {
      Ctl.SCHED.policy.released(Ctl.SCHED, t, o);
      Ctl.SCHED.monitors.forgetIfUnused(o, m);
    }
    if (logged) {
      // What the JDK locks for itself, to load a class, say, is no sign that the program got on.
      Spin.moved(t);
    }
  }

  /** Instead of {@code o.wait()}. */
  public static void await(Object o, int site) throws InterruptedException {
    await(o, 0L, site);
  }

  /** Instead of {@code o.wait(millis, nanos)}. */
  public static void await(Object o, long millis, int nanos, int site) throws InterruptedException {
    if (nanos < 0 || nanos > 999_999) {
      o.wait(millis, nanos);
    }
    await(o, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis, site);
  }

  /** Instead of {@code o.wait(millis)}. */
  public static void await(Object o, long millis, int site) throws InterruptedException {
    CThread t = Ctl.current();
    if (t == null || millis < 0 || !Thread.holdsLock(o)) {
      o.wait(millis);
      return;
    }
    Sched s = Ctl.SCHED;
    Weak.fencePoint(t, site);
    Threads.throwIfInterrupted(t);
    Monitor m = s.monitors.of(o);
    int depth = m.owner == t ? m.depth : 0;
    Sync.log(t, Sync.WAIT, o, site);
    m.owner = null;
    m.depth = 0;
    m.addWaiter(t);
    t.notified = false;
    t.interrupted = false;
    t.realWait = o;
    t.bypass++;
    boolean interrupted = false;
    try {
      s.beginBlock(t, Block.WAIT, o, millis == 0 ? FOREVER : millis * 1_000_000L);
      t.awaiting = true;
      while (s.current != t) {
        try {
          o.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      Hashes.enter(t);
    } finally {
      t.awaiting = false;
      t.realWait = null;
      t.bypass--;
    }
    m.removeWaiter(t);
    m = s.monitors.of(o);
    m.owner = t;
    m.depth = Math.max(depth, 1);
    Ctl.completed(t);
    if (t.notified) {
      Spin.wrote(t);
    } else {
      Spin.moved(t);
    }
    Sync.log(t, t.notified ? Sync.WAKE : Sync.WAKE_UNNOTIFIED, o, site);
    if (!t.notified && (t.interrupted || interrupted)) {
      t.interrupted = false;
      Thread.interrupted();
      throw new InterruptedException();
    }
    if (interrupted) {
      t.thread.interrupt();
    }
    if (Defs.isOfProgram(site)) {
      t.recorded.sync(t, Sync.Kind.WAIT);
    }
  }

  /** Instead of {@code o.notify()}. */
  public static void signal(Object o, int site) {
    wake(o, site, false);
    o.notifyAll();
  }

  /** Instead of {@code o.notifyAll()}. */
  public static void signalAll(Object o, int site) {
    wake(o, site, true);
    o.notifyAll();
  }

  private static void wake(Object o, int site, boolean all) {
    CThread t = Ctl.current();
    if (t == null || o == null || !Thread.holdsLock(o)) {
      return;
    }
    boolean recorded = Defs.isOfProgram(site);
    if (recorded) {
      t.recorded.visitSync(t);
    }
    Ctl.point(t, site);
    Spin.wrote(t);
    if (recorded) {
      t.recorded.sync(t, all ? Sync.Kind.NOTIFY_ALL : Sync.Kind.NOTIFY);
    }
    Sync.log(t, all ? Sync.NOTIFY_ALL : Sync.NOTIFY, o, site);
    Monitor m = Ctl.SCHED.monitors.peek(o);
    if (m == null) {
      return;
    }
    if (all) {
      for (int i = 0; i < m.waiting(); i++) {
        m.waiter(i).notified = true;
      }
      return;
    }
    CThread chosen = null;
    for (int i = 0; i < m.waiting(); i++) {
      CThread w = m.waiter(i);
      if (!w.notified && (chosen == null || Ctl.SCHED.policy.wakesFirst(w, chosen))) {
        chosen = w;
      }
    }
    if (chosen != null) {
      chosen.notified = true;
    }
  }
}
