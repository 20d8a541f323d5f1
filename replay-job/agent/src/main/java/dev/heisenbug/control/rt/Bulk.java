package dev.heisenbug.control.rt;

/** Copies of many array elements at once: one step that no other thread can divide. */
public final class Bulk {
  private Bulk() {}

  /** Instead of {@code System.arraycopy}. */
  public static void arraycopy(
      Object src, int srcPos, Object dst, int dstPos, int length, CThread t, int site) {
    if (t != null && t.bypass == 0 && Ctl.SCHED.active) {
      Ctl.point(t, site);
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
      }
      return;
    }
    System.arraycopy(src, srcPos, dst, dstPos, length);
  }
}
