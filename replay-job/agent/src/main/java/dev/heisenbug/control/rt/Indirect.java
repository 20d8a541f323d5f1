package dev.heisenbug.control.rt;

/** Hooks behind writes by reflection or raw memory: a thread that waits in a loop may see them. */
public final class Indirect {
  private Indirect() {}

  public static void changed(CThread t) {
    changed(true, t);
  }

  /** The same where the call says whether it has changed anything. */
  public static void changed(boolean done, CThread t) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    Spin.tried(t, done);
  }
}
