package dev.heisenbug.control.rt;

import java.lang.reflect.Array;

/** Copies of many array elements at once: one step that no other thread can divide. */
public final class Bulk {
  /** Copies of more elements than this are logged without their values. */
  private static final int LOGGED_CELLS = 4096;

  private Bulk() {}

  /** Instead of {@code System.arraycopy}. */
  public static void arraycopy(
      Object src, int srcPos, Object dst, int dstPos, int length, CThread t, int site) {
    if (t != null && t.bypass == 0 && Ctl.SCHED.active) {
      Weak.fencePoint(t, site);
      Spin.wrote(t);
      System.arraycopy(src, srcPos, dst, dstPos, length);
      if (Trace.on() && length > 0) {
        Trace.begin(t, Trace.BULK);
        ByteSink s = Trace.sink();
        s.uint(site);
        s.uint(t.idx);
        Trace.object(src);
        s.uint(srcPos);
        Trace.object(dst);
        s.uint(dstPos);
        s.uint(length);
        if (length <= LOGGED_CELLS) {
          cells(s, dst, dstPos, length);
        }
      }
      return;
    }
    System.arraycopy(src, srcPos, dst, dstPos, length);
  }

  private static void cells(ByteSink s, Object array, int from, int length) {
    Class<?> type = array.getClass().getComponentType();
    s.mark(
        !type.isPrimitive()
            ? 'L'
            : type == long.class
                ? 'J'
                : type == float.class ? 'F' : type == double.class ? 'D' : 'I');
    for (int i = from; i < from + length; i++) {
      if (!type.isPrimitive()) {
        Trace.object(((Object[]) array)[i]);
      } else if (type == long.class) {
        s.slong(((long[]) array)[i]);
      } else if (type == float.class) {
        s.fixed(Float.floatToRawIntBits(((float[]) array)[i]), 4);
      } else if (type == double.class) {
        s.fixed(Double.doubleToRawLongBits(((double[]) array)[i]), 8);
      } else if (type == char.class) {
        s.sint(((char[]) array)[i]);
      } else if (type == boolean.class) {
        s.sint(((boolean[]) array)[i] ? 1 : 0);
      } else {
        s.sint(Array.getInt(array, i));
      }
    }
  }
}
