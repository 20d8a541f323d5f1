package dev.heisenbug.control.rt;

/** Hooks around library operations that synchronise, each of which is one step. */
public final class LibraryCalls {
  /** An operation that recordings do not mention. */
  public static final int NO_EVENT = -1;

  /** One whose event comes when it has happened. */
  public static final int EVENT_AFTER = -2;

  /** One that recordings do not mention, either, and that nobody repeats to wait for others. */
  public static final int NO_LOOK = -3;

  private LibraryCalls() {}

  /**
   * Before a library operation that synchronises, such as one on an atomic or a lock object.
   *
   * @param recorded the event it has in a recording before it happens, or one of the above
   */
  public static void operation(Object receiver, CThread t, int site, int recorded) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    if (recorded == NO_EVENT || recorded == EVENT_AFTER) {
      Spin.read(t);
    }
    if (recorded >= 0 || recorded == EVENT_AFTER) {
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
    if (mayBeLate(receiver, t, site, recorded, releases)) {
      Weak.atomic(receiver, t, site);
    }
  }

  /** The same of a handle, updater or atomic array, which is told by arguments what to store to. */
  public static void releasingAt(
      Object handle, Object first, int index, CThread t, int site, int recorded) {
    if (mayBeLate(handle, t, site, recorded, true)) {
      Weak.atomic(handle, first, index, t, site);
    }
  }

  /** The same without the promise that earlier stores are visible before it. */
  public static void storingAt(
      Object handle, Object first, int index, CThread t, int site, int recorded) {
    if (mayBeLate(handle, t, site, recorded, false)) {
      Weak.atomic(handle, first, index, t, site);
    }
  }

  private static boolean mayBeLate(
      Object receiver, CThread t, int site, int recorded, boolean releases) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return false;
    }
    Ctl.point(t, site);
    operate(receiver, t, site, recorded);
    if (releases) {
      Weak.freeze(t);
    }
    return true;
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
    Spin.tried(t, done);
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
