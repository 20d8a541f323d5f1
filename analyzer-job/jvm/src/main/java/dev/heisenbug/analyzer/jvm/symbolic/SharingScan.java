package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;

/** The first pass: notes which thread reads and writes which field and array cell. */
final class SharingScan {
  /** Longer copies are not followed cell by cell. */
  static final int MAX_BULK = 4096;

  private SharingScan() {}

  static void run(RunLog log, ClassFiles classes, Sharing sharing) {
    while (log.next()) {
      switch (log.type) {
        case RecordType.GET, RecordType.PUT -> {
          FieldInfo f = classes.field(log.site);
          if (f != null && !f.isFinal()) {
            long key = Sharing.key(log.base, f.number());
            sharing.touch(key, log.thread, log.type == RecordType.PUT);
          }
        }
        case RecordType.ALOAD, RecordType.ASTORE ->
            sharing.touch(
                Sharing.key(log.base, log.index), log.thread, log.type == RecordType.ASTORE);
        case RecordType.BULK -> bulk(log, sharing);
        default -> {}
      }
    }
  }

  private static void bulk(RunLog log, Sharing sharing) {
    if (log.length > MAX_BULK) {
      return;
    }
    for (int i = 0; i < log.length; i++) {
      sharing.touch(Sharing.key(log.base, log.index + i), log.thread, false);
      sharing.touch(Sharing.key(log.target, log.targetIndex + i), log.thread, true);
    }
  }
}
