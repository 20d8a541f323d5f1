package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.RunLogException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells whether plain fields or array elements are shared without a common monitor (the lockset
 * rule): only then can the memory model matter. It errs on the side of saying so.
 */
public final class Races {
  private final ClassFiles classes;
  private final Map<Integer, Map<Integer, Integer>> held = new HashMap<>();
  private final Map<Long, Shared> shared = new HashMap<>();

  private Races(Definitions defs) {
    classes = new ClassFiles(defs);
  }

  /** What is known of one variable. */
  private static final class Shared {
    int thread;
    boolean byOthers;
    boolean written;
    Set<Integer> locks;
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
        case RecordType.SYNC -> sync(log);
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

  private void sync(RunLog log) {
    Map<Integer, Integer> mine = held.computeIfAbsent(log.thread, t -> new HashMap<>());
    switch (log.kind) {
      case Sync.LOCK, Sync.WAKE, Sync.WAKE_UNNOTIFIED -> mine.merge(log.base, 1, Integer::sum);
      case Sync.UNLOCK, Sync.WAIT ->
          mine.computeIfPresent(log.base, (o, n) -> n > 1 ? n - 1 : null);
      default -> {}
    }
  }

  private boolean races(RunLog log, long variable, boolean write) {
    Shared s = shared.get(variable);
    if (s == null) {
      s = new Shared();
      s.thread = log.thread;
      shared.put(variable, s);
    }
    s.written |= write;
    s.byOthers |= s.thread != log.thread;
    Set<Integer> now = held.getOrDefault(log.thread, Map.of()).keySet();
    if (s.byOthers && s.locks == null) {
      s.locks = new HashSet<>(now);
    } else if (s.byOthers) {
      s.locks.retainAll(now);
    }
    return s.byOthers && s.written && s.locks.isEmpty();
  }
}
