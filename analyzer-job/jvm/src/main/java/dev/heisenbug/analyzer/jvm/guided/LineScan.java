package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finds what a thread did last on a given source line. */
final class LineScan {
  private static final int KEPT = 8;

  private LineScan() {}

  /**
   * Numbers of the thread's last records at a frame, newest first.
   *
   * @param frame {@code class.method:line}
   */
  static List<Long> lastAt(Path dir, Definitions defs, String thread, String frame) {
    Deque<Long> last = new ArrayDeque<>();
    try (RunLog log = new RunLog(dir.resolve("run.log"), defs)) {
      long number = -1;
      while (log.next()) {
        if (!log.treeId(log.thread).equals(thread)) {
          continue;
        }
        number++;
        if (hasSite(log.type) && frame.equals(frameOf(defs, log.site))) {
          last.addFirst(number);
          if (last.size() > KEPT) {
            last.removeLast();
          }
        }
      }
    }
    return new ArrayList<>(last);
  }

  private static boolean hasSite(int type) {
    return switch (type) {
      case RecordType.GET,
          RecordType.PUT,
          RecordType.ALOAD,
          RecordType.ASTORE,
          RecordType.CALLRET,
          RecordType.SYNC,
          RecordType.BULK ->
          true;
      default -> false;
    };
  }

  private static String frameOf(Definitions defs, int site) {
    SiteDef s = defs.site(site);
    MethodDef m = s == null ? null : defs.method(s.method());
    return m == null ? null : m.owner().replace('/', '.') + "." + m.name() + ":" + s.line();
  }
}
