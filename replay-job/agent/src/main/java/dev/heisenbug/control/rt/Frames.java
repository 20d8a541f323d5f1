package dev.heisenbug.control.rt;

/** Hooks at method entry and exit: who is calling, and how deep. */
public final class Frames {
  private Frames() {}

  /** At the entry of an application method: the calling thread if it is controlled, else null. */
  public static CThread enter() {
    CThread t = Ctl.peek();
    if (t != null && !t.arrived && t.bypass == 0 && Ctl.SCHED.active) {
      Ctl.SCHED.enter(t);
    }
    return t;
  }

  /**
   * At the entry of a woven library method: the calling thread if woven code called it directly,
   * else null, so that what the library does for itself leaves no mark.
   */
  public static CThread enterLibrary(int tag) {
    CThread t = Ctl.peek();
    if (t == null || t.callTag != tag) {
      return null;
    }
    t.callTag = 0;
    return t;
  }

  /** Logs the entry of a method; its arguments follow. Returns the depth of the new frame. */
  public static int entered(CThread t, int method) {
    if (t == null) {
      return 0;
    }
    t.callTag = 0;
    int depth = ++t.depth;
    if (t.bypass == 0 && Ctl.SCHED.active) {
      if (Ctl.SCHED.current != t) {
        Ctl.SCHED.enter(t);
      }
      Trace.begin(t, Trace.ENTER);
      Trace.sink().uint(method);
      Trace.sink().uint(depth);
    }
    return depth;
  }

  /** Before a normal return. */
  public static void leave(CThread t, int depth) {
    if (t != null) {
      t.depth = depth - 1;
    }
  }
}
