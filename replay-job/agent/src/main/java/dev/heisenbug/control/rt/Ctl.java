package dev.heisenbug.control.rt;

/**
 * The state that all hooks share: the scheduler, and which controlled thread is calling.
 *
 * <p>Hooks do nothing until {@link #arm} was called, on threads that are not controlled, and while
 * code of ours runs on the thread.
 */
public final class Ctl {
  static final Sched SCHED = new Sched();
  private static final ThreadLocal<CThread> SELF = new ThreadLocal<>();
  private static volatile boolean armed;

  private Ctl() {}

  static void arm(CThread main) {
    SELF.set(main);
    armed = true;
  }

  /** The controlled thread that is calling, even while code of ours runs, or null. */
  static CThread peek() {
    if (!armed) {
      return null;
    }
    CThread t = SELF.get();
    if (t == null) {
      t = SCHED.roster.find(Thread.currentThread());
      if (t != null) {
        SELF.set(t);
      }
    }
    return t;
  }

  /** The controlled thread that is calling, or null if hooks must do nothing. */
  static CThread current() {
    CThread t = peek();
    return t == null || t.bypass > 0 || !SCHED.active ? null : t;
  }

  /** Whether the program is calling and not code of ours; its thread need not be controlled. */
  static boolean isProgram() {
    CThread t = peek();
    return armed && (t == null || t.bypass == 0);
  }

  /** Called by the transformer around its own work, which must never be scheduled. */
  public static void enterAgent() {
    CThread t = peek();
    if (t != null) {
      t.bypass++;
    }
  }

  /** The counterpart of {@link #enterAgent}. */
  public static void leaveAgent() {
    CThread t = peek();
    if (t != null) {
      t.bypass--;
    }
  }

  /** As {@link #enterAgent}, for work that is done in one run and not in another. */
  public static void enterWeaver() {
    CThread t = peek();
    if (t != null) {
      t.bypass++;
      if (t.weaving++ == 0) {
        Hashes.save(t);
      }
    }
  }

  /** The counterpart of {@link #enterWeaver}. */
  public static void leaveWeaver() {
    CThread t = peek();
    if (t != null) {
      if (--t.weaving == 0) {
        Hashes.restore(t);
      }
      t.bypass--;
    }
  }

  /** A place where another thread may run; returns when {@code t} may execute what follows. */
  static void point(CThread t, int site) {
    if (SCHED.current != t || !t.arrived) {
      SCHED.enter(t);
    }
    t.site = site;
    if (Stale.visit(t, site)) {
      Spin.giveWayToOthers(t);
    }
    t.recorded.visit(t, site);
    if (Watch.due(t, site) || t.idx >= t.stopAt) {
      SCHED.stop(t);
    }
    t.idx++;
  }

  /** A step that always follows a point and cannot be separated from it, such as an acquisition. */
  static void completed(CThread t) {
    t.idx++;
  }
}
