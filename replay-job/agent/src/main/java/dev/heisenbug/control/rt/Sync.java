package dev.heisenbug.control.rt;

/** Names the synchronisation operations in a run's log. */
final class Sync {
  static final int LOCK = 1;
  static final int UNLOCK = 2;
  static final int WAIT = 3;
  static final int WAKE = 4;
  static final int NOTIFY = 5;
  static final int NOTIFY_ALL = 6;
  static final int FORK = 7;
  static final int JOIN = 8;
  static final int PARK = 9;
  static final int UNPARK = 10;
  static final int OPERATION = 11;
  static final int SLEEP = 12;
  static final int CLASS_INIT = 13;
  static final int CLASS_INIT_DONE = 14;
  static final int INTERRUPT = 15;
  static final int TIMED_OUT = 16;
  static final int WAKE_UNNOTIFIED = 17;
  static final int SEND = 18;
  static final int RECEIVE = 19;

  /** Codes of {@code dev.heisenbug.weave.SyncKind} for operations that have hooks of their own. */
  static final class Kind {
    static final int MONITOR_ENTER = 0;
    static final int WAIT = 2;
    static final int NOTIFY = 3;
    static final int NOTIFY_ALL = 4;
    static final int JOIN = 6;
    static final int SLEEP = 7;

    private Kind() {}
  }

  private Sync() {}

  private static ByteSink begin(CThread t, int kind, int site) {
    Trace.begin(t, Trace.SYNC);
    ByteSink s = Trace.sink();
    s.uint(kind);
    s.uint(site);
    s.uint(t.idx);
    return s;
  }

  static void log(CThread t, int kind, Object o, int site) {
    if (Trace.on()) {
      begin(t, kind, site);
      Trace.object(o);
    }
  }

  /** Something passed from one port to another; a port of 0 is not known. */
  static void logPorts(CThread t, int kind, int from, int to, int site) {
    ByteSink s = begin(t, kind, site);
    s.uint(from);
    s.uint(to);
  }

  /** An operation on another controlled thread: logged with that thread's number. */
  static void logThread(CThread t, int kind, CThread other, int site) {
    if (Trace.on()) {
      begin(t, kind, site).uint(other.number);
    }
  }
}
