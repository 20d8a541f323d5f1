package dev.heisenbug.control.rt;

/** What woven code calls to tell its path; passes it on to the comparison with the recording. */
public final class PathLog {
  private static final PathLog NOBODY = new PathLog(null);
  private final CThread t;

  PathLog(CThread t) {
    this.t = t;
  }

  /** The log of the calling thread. */
  public static PathLog log() {
    CThread t = Ctl.peek();
    return t == null ? NOBODY : t.log;
  }

  public void path(int method, int number) {
    if (on()) {
      t.recorded.token(t, Recorded.What.PATH, method, number);
    }
  }

  public void loop(int method, int depth, int rounds) {
    if (on()) {
      t.recorded.token(t, Recorded.What.LOOP, method, rounds);
    }
  }

  public void thrown(int method, int register) {
    if (on()) {
      t.recorded.token(t, Recorded.What.THROWN, method, register);
    }
  }

  private boolean on() {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return false;
    }
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    return true;
  }
}
