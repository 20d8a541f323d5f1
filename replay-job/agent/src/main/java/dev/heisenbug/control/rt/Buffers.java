package dev.heisenbug.control.rt;

/**
 * Emulated store buffers: a thread's delayed stores are in memory only while the thread runs.
 *
 * <p>One thread runs at a time, so what the others must not see yet is taken out of memory when the
 * baton changes hands and put back when the thread runs again. A thread thus reads its own stores,
 * in woven and other code alike, and nothing about reads has to change.
 */
final class Buffers {
  private static boolean on;
  private static boolean fifo;

  /** The thread whose delayed stores are in memory now, or null. */
  private static CThread shown;

  private Buffers() {}

  static void model(String name) {
    switch (name) {
      case "sc":
        on = false;
        break;
      case "tso":
        on = true;
        fifo = true;
        break;
      case "pso":
        on = true;
        fifo = false;
        break;
      default:
        throw new IllegalArgumentException("unknown memory model " + name);
    }
  }

  static boolean on() {
    return on;
  }

  static StoreBuffer create() {
    return on ? new StoreBuffer(fifo) : null;
  }

  /** Before a store of the running thread: keeps what the others see, if they are not to see it. */
  static void store(CThread t, Object base, long offset, int width, int site) {
    StoreBuffer b = t.buffer;
    boolean held = Ctl.SCHED.policy.holds(t);
    if (!held && !b.mustWait(base, offset)) {
      return;
    }
    if (held) {
      Trace.held(t, site);
    }
    Trace.delayed(t);
    if (b.full()) {
      left(t, b.remove(0));
      settle(t, true);
    }
    b.add(new Delayed(base, offset, width, t.idx, site, held, b.epoch()).before());
  }

  /** The running thread's stores become visible: a fence, or the end of its control. */
  static void drain(CThread t) {
    if (t.buffer == null) {
      return;
    }
    t.dirty = false;
    while (t.buffer.size() > 0) {
      left(t, t.buffer.remove(0));
    }
  }

  /** As {@link #drain} where the plan must say so, because another schedule would not do it. */
  static void release(CThread t) {
    if (t.buffer != null && t.buffer.size() > 0) {
      Sched s = Ctl.SCHED;
      synchronized (s.lock) {
        s.interrupted();
        while (t.buffer.size() > 0) {
          Delayed d = t.buffer.remove(0);
          Trace.committed(t, d);
          left(t, d);
        }
      }
    }
  }

  /** The baton is about to change hands: memory is what all threads agree on. */
  static void hide() {
    CThread t = shown;
    if (t != null) {
      for (int i = t.buffer.size() - 1; i >= 0; i--) {
        t.buffer.get(i).swap();
      }
      shown = null;
    }
  }

  /** Memory is what {@code t} sees. */
  static void show(CThread t) {
    if (t.buffer != null) {
      for (int i = 0; i < t.buffer.size(); i++) {
        t.buffer.get(i).swap();
      }
      shown = t;
    }
  }

  /** Control ends: everything that was executed is visible. */
  static void publishAll(Sched s) {
    if (on) {
      hide();
      for (int i = 0; i < s.roster.count; i++) {
        while (s.roster.threads[i].buffer.size() > 0) {
          s.roster.threads[i].buffer.remove(0).swap();
        }
      }
    }
  }

  /**
   * A step of the schedule: the store of {@code t} at point {@code idx} becomes visible, and with
   * it those that only waited for it. False if the store is not in the buffer or not first.
   */
  static boolean commit(Sched s, CThread t, int idx) {
    int i = t.buffer == null ? -1 : t.buffer.find(idx);
    if (i < 0 || !t.buffer.mayLeave(i)) {
      return false;
    }
    s.interrupted();
    hide();
    Delayed d = t.buffer.remove(i);
    Trace.committed(t, d);
    d.swap();
    left(t, d);
    settle(t, false);
    return true;
  }

  /** Lets go what nothing keeps; memory shows the thread's stores or does not. */
  private static void settle(CThread t, boolean inMemory) {
    for (int i = t.buffer.loose(); i >= 0; i = t.buffer.loose()) {
      Delayed d = t.buffer.remove(i);
      if (!inMemory) {
        d.swap();
      }
      left(t, d);
    }
  }

  private static void left(CThread t, Delayed d) {
    Spin.committed();
    Trace.visible(t, d.idx);
  }
}
