package dev.heisenbug.control.rt;

import java.lang.reflect.Array;

/** Hooks around reads and writes of fields and array elements. */
public final class Access {
  private Access() {}

  /** Before a field read; {@code base} is null for a static field. */
  public static void get(Object base, CThread t, int site) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    Spin.read(t);
    Ctl.point(t, site);
    t.base = base;
  }

  /** Before the read of a final field: no other thread can make a difference. */
  public static void constant(Object base, CThread t) {
    if (t != null) {
      t.base = base;
    }
  }

  /** Before an array read. */
  public static void aload(Object array, int index, CThread t, int site) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return;
    }
    Spin.readElement(t, array, index);
    Ctl.point(t, site);
    t.base = array;
    t.index = index;
  }

  private static boolean write(Object base, boolean needsBase, CThread t, int site) {
    if (t == null || t.bypass > 0 || !Ctl.SCHED.active) {
      return false;
    }
    Ctl.point(t, site);
    Spin.wrote(t);
    return Trace.on() && (base != null || !needsBase);
  }

  private static ByteSink put(Object base, CThread t, int site, int type) {
    Trace.begin(t, Trace.PUT);
    ByteSink s = Trace.sink();
    s.uint(site);
    s.uint(t.idx);
    Trace.object(base);
    s.mark(type);
    return s;
  }

  /** Before a write of an {@code int} or smaller to a field. */
  public static void put(Object base, int v, CThread t, int site, boolean isStatic) {
    if (write(base, !isStatic, t, site)) {
      put(base, t, site, 'I').sint(v);
    }
  }

  /** Before a write of a {@code long} to a field. */
  public static void put(Object base, long v, CThread t, int site, boolean isStatic) {
    if (write(base, !isStatic, t, site)) {
      put(base, t, site, 'J').slong(v);
    }
  }

  /** Before a write of a {@code float} to a field. */
  public static void put(Object base, float v, CThread t, int site, boolean isStatic) {
    if (write(base, !isStatic, t, site)) {
      put(base, t, site, 'F').fixed(Float.floatToRawIntBits(v), 4);
    }
  }

  /** Before a write of a {@code double} to a field. */
  public static void put(Object base, double v, CThread t, int site, boolean isStatic) {
    if (write(base, !isStatic, t, site)) {
      put(base, t, site, 'D').fixed(Double.doubleToRawLongBits(v), 8);
    }
  }

  /** Before a write of a reference to a field. */
  public static void put(Object base, Object v, CThread t, int site, boolean isStatic) {
    if (write(base, !isStatic, t, site)) {
      put(base, t, site, 'L');
      Trace.object(v);
    }
  }

  private static ByteSink astore(Object array, int index, CThread t, int site, int type) {
    if (!write(array, true, t, site) || index < 0 || index >= Array.getLength(array)) {
      return null;
    }
    Trace.begin(t, Trace.ASTORE);
    ByteSink s = Trace.sink();
    s.uint(site);
    s.uint(t.idx);
    Trace.object(array);
    s.uint(index);
    s.mark(type);
    return s;
  }

  /** Before a write of an {@code int} or smaller to an array. */
  public static void astore(Object array, int index, int v, CThread t, int site) {
    ByteSink s = astore(array, index, t, site, 'I');
    if (s != null) {
      s.sint(v);
    }
  }

  /** Before a write of a {@code long} to an array. */
  public static void astore(Object array, int index, long v, CThread t, int site) {
    ByteSink s = astore(array, index, t, site, 'J');
    if (s != null) {
      s.slong(v);
    }
  }

  /** Before a write of a {@code float} to an array. */
  public static void astore(Object array, int index, float v, CThread t, int site) {
    ByteSink s = astore(array, index, t, site, 'F');
    if (s != null) {
      s.fixed(Float.floatToRawIntBits(v), 4);
    }
  }

  /** Before a write of a {@code double} to an array. */
  public static void astore(Object array, int index, double v, CThread t, int site) {
    ByteSink s = astore(array, index, t, site, 'D');
    if (s != null) {
      s.fixed(Double.doubleToRawLongBits(v), 8);
    }
  }

  /** Before a write of a reference to an array. */
  public static void astore(Object array, int index, Object v, CThread t, int site) {
    ByteSink s = astore(array, index, t, site, 'L');
    if (s != null) {
      Trace.object(v);
    }
  }
}
