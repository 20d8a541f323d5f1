package dev.heisenbug.control.rt;

/**
 * Hooks that log values and control flow; woven only when a run is logged.
 *
 * <p>The value of a read is logged right after it, with the object that {@link Access} noted.
 */
public final class Values {
  private Values() {}

  private static boolean off(CThread t) {
    return t == null || t.bypass > 0 || !Ctl.SCHED.active;
  }

  private static ByteSink got(CThread t, int site, boolean array, int type) {
    ByteSink s = Trace.sink();
    if (array) {
      Trace.begin(t, Trace.ALOAD);
      s.uint(site);
      s.uint(t.idx);
      Trace.object(t.base);
      s.uint(t.index);
    } else {
      Trace.begin(t, Trace.GET);
      s.uint(site);
      s.uint(t.idx);
      Trace.object(t.base);
    }
    t.base = null;
    s.mark(type);
    return s;
  }

  /** After a read of an {@code int} or smaller. */
  public static void got(int v, CThread t, int site, boolean array) {
    if (!off(t)) {
      got(t, site, array, 'I').sint(v);
    }
  }

  /** After a read of a {@code long}. */
  public static void got(long v, CThread t, int site, boolean array) {
    if (!off(t)) {
      got(t, site, array, 'J').slong(v);
    }
  }

  /** After a read of a {@code float}. */
  public static void got(float v, CThread t, int site, boolean array) {
    if (!off(t)) {
      got(t, site, array, 'F').fixed(Float.floatToRawIntBits(v), 4);
    }
  }

  /** After a read of a {@code double}. */
  public static void got(double v, CThread t, int site, boolean array) {
    if (!off(t)) {
      got(t, site, array, 'D').fixed(Double.doubleToRawLongBits(v), 8);
    }
  }

  /** After a read of a reference. */
  public static void got(Object v, CThread t, int site, boolean array) {
    if (!off(t)) {
      got(t, site, array, 'L');
      Trace.object(v);
    }
  }

  private static ByteSink result(CThread t, int site, int depth, int type) {
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    t.callTag = 0;
    t.depth = depth;
    Trace.begin(t, Trace.CALLRET);
    ByteSink s = Trace.sink();
    s.uint(site);
    s.uint(depth);
    s.mark(type);
    return s;
  }

  /** After a call without result. */
  public static void result(CThread t, int site, int depth) {
    if (!off(t)) {
      result(t, site, depth, 'V');
    }
  }

  /** After a call that returned an {@code int} or smaller. */
  public static void result(int v, CThread t, int site, int depth) {
    if (!off(t)) {
      result(t, site, depth, 'I').sint(v);
    }
  }

  /** After a call that returned a {@code long}. */
  public static void result(long v, CThread t, int site, int depth) {
    if (!off(t)) {
      result(t, site, depth, 'J').slong(v);
    }
  }

  /** After a call that returned a {@code float}. */
  public static void result(float v, CThread t, int site, int depth) {
    if (!off(t)) {
      result(t, site, depth, 'F').fixed(Float.floatToRawIntBits(v), 4);
    }
  }

  /** After a call that returned a {@code double}. */
  public static void result(double v, CThread t, int site, int depth) {
    if (!off(t)) {
      result(t, site, depth, 'D').fixed(Double.doubleToRawLongBits(v), 8);
    }
  }

  /** After a call that returned a reference. */
  public static void result(Object v, CThread t, int site, int depth) {
    if (!off(t)) {
      result(t, site, depth, 'L');
      Trace.object(v);
    }
  }

  /** Before a call: lets a woven library method know that woven code calls it directly. */
  public static void calling(CThread t, int tag) {
    if (t != null) {
      t.callTag = tag;
    }
  }

  /** At the start of a handler. */
  public static void caught(Throwable e, CThread t, int depth, int method, int instruction) {
    if (t == null) {
      return;
    }
    t.callTag = 0;
    t.depth = depth;
    if (!off(t)) {
      if (Ctl.SCHED.current != t) {
        Ctl.SCHED.enter(t);
      }
      Trace.begin(t, Trace.CAUGHT);
      ByteSink s = Trace.sink();
      s.uint(method);
      s.uint(depth);
      s.uint(instruction);
      Trace.object(e);
    }
  }

  private static void branch(CThread t, boolean taken) {
    Trace.begin(t, Trace.BRANCH);
    Trace.sink().mark(taken ? 1 : 0);
  }

  /** Before a jump that compares an {@code int} with zero. */
  public static void branch(int v, CThread t, int opcode) {
    if (!off(t)) {
      branch(t, Jumps.taken(opcode, v));
    }
  }

  /** Before a jump that compares two {@code int}s. */
  public static void branch(int a, int b, CThread t, int opcode) {
    if (!off(t)) {
      branch(t, Jumps.taken(opcode, a, b));
    }
  }

  /** Before a jump on null. */
  public static void branch(Object a, CThread t, int opcode) {
    if (!off(t)) {
      branch(t, (a == null) == (opcode == Jumps.IFNULL));
    }
  }

  /** Before a jump that compares two references. */
  public static void branch(Object a, Object b, CThread t, int opcode) {
    if (!off(t)) {
      branch(t, (a == b) == (opcode == Jumps.IF_ACMPEQ));
    }
  }

  /** Before a switch. */
  public static void key(int key, CThread t) {
    if (!off(t)) {
      Trace.begin(t, Trace.KEY);
      Trace.sink().sint(key);
    }
  }

  /** An {@code int} argument of the method just entered. */
  public static void arg(int v, CThread t) {
    if (!off(t)) {
      Trace.sink().sint(v);
    }
  }

  /** A {@code long} argument of the method just entered. */
  public static void arg(long v, CThread t) {
    if (!off(t)) {
      Trace.sink().slong(v);
    }
  }

  /** A {@code float} argument of the method just entered. */
  public static void arg(float v, CThread t) {
    if (!off(t)) {
      Trace.sink().fixed(Float.floatToRawIntBits(v), 4);
    }
  }

  /** A {@code double} argument of the method just entered. */
  public static void arg(double v, CThread t) {
    if (!off(t)) {
      Trace.sink().fixed(Double.doubleToRawLongBits(v), 8);
    }
  }

  /** A reference argument of the operation just announced. */
  public static void operand(Object v, CThread t) {
    if (!off(t)) {
      Trace.begin(t, Trace.OPERAND);
      Trace.object(v);
    }
  }

  /** The same where it has just turned out whether it is one. */
  public static void perhapsOperand(Object v, CThread t) {
    if (t != null && t.announced) {
      operand(v, t);
    }
  }

  /** A reference argument of the method just entered. */
  public static void arg(Object v, CThread t) {
    if (!off(t)) {
      Trace.object(v);
    }
  }
}
