package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which variables two threads touch, and whether a monitor protects them (the lockset rule). */
final class Locksets {
  private final Map<Integer, Map<Integer, Integer>> held = new HashMap<>();
  private final Map<Long, Shared> shared = new HashMap<>();

  /** What is known of one variable. */
  private static final class Shared {
    final int thread;
    boolean byOthers;
    boolean written;
    Set<Integer> locks;

    Shared(int thread) {
      this.thread = thread;
    }
  }

  /** Keeps the books of who holds which monitor. */
  void sync(RunLog log) {
    Map<Integer, Integer> mine = held.computeIfAbsent(log.thread, t -> new HashMap<>());
    switch (log.kind) {
      case Sync.LOCK, Sync.WAKE, Sync.WAKE_UNNOTIFIED -> mine.merge(log.base, 1, Integer::sum);
      case Sync.UNLOCK, Sync.WAIT ->
          mine.computeIfPresent(log.base, (o, n) -> n > 1 ? n - 1 : null);
      default -> {}
    }
  }

  /** Whether the variable is known to be shared without a common monitor, this access included. */
  boolean touch(int thread, long variable, boolean write) {
    Shared s = shared.computeIfAbsent(variable, v -> new Shared(thread));
    s.written |= write;
    s.byOthers |= s.thread != thread;
    Set<Integer> now = held.getOrDefault(thread, Map.of()).keySet();
    if (s.byOthers && s.locks == null) {
      s.locks = new HashSet<>(now);
    } else if (s.byOthers && !s.locks.isEmpty()) {
      s.locks.retainAll(now);
    }
    return races(s);
  }

  private static boolean races(Shared s) {
    return s.byOthers && s.written && s.locks.isEmpty();
  }

  boolean isRacing(long variable) {
    Shared s = shared.get(variable);
    return s != null && races(s);
  }
}
