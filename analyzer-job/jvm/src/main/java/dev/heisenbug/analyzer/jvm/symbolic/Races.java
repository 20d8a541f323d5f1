package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.RunLogException;
import java.nio.file.Path;

/**
 * Tells whether plain fields or array elements are shared without a common monitor (the lockset
 * rule): only then can the memory model matter. It errs on the side of saying so.
 */
public final class Races {
  private final ClassFiles classes;
  private final Locksets variables = new Locksets();

  private Races(Definitions defs) {
    classes = new ClassFiles(defs);
  }

  /** Whether the run whose files lie in {@code dir} shows any. */
  public static boolean any(Path dir) {
    try {
      Definitions defs = Definitions.read(dir.resolve("defs.log"));
      try (RunLog log = new RunLog(dir.resolve("run.log"), defs)) {
        return new Races(defs).found(log);
      }
    } catch (RunLogException e) {
      return true;
    }
  }

  private boolean found(RunLog log) {
    while (log.next()) {
      switch (log.type) {
        case RecordType.SYNC -> variables.sync(log);
        case RecordType.ALOAD, RecordType.ASTORE -> {
          if (races(log, Sharing.key(log.base, log.index), log.type == RecordType.ASTORE)) {
            return true;
          }
        }
        case RecordType.GET, RecordType.PUT -> {
          FieldInfo f = classes.field(log.site);
          if (f != null
              && !f.isVolatile()
              && races(log, Sharing.key(log.base, f.number()), log.type == RecordType.PUT)) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  private boolean races(RunLog log, long variable, boolean write) {
    return variables.touch(log.thread, variable, write);
  }
}
