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

  /** When each thread was started, in accesses. */
  private final Map<Integer, Long> started = new HashMap<>();

  private long now;

  /** What is known of one variable. */
  private static final class Shared {
    final int thread;
    boolean byOthers;
    boolean written;
    boolean concurrent;
    Last access = Last.NONE;
    Last otherAccess = Last.NONE;
    Last write = Last.NONE;
    Last otherWrite = Last.NONE;
    Set<Integer> locks;

    Shared(int thread) {
      this.thread = thread;
    }
  }

  /** The latest access of a kind; beside it that of any other thread is kept. */
  private record Last(int thread, long time) {
    static final Last NONE = new Last(-1, -1);
  }

  /** Keeps the books of who holds which monitor. */
  void sync(RunLog log) {
    Map<Integer, Integer> mine = held.computeIfAbsent(log.thread, t -> new HashMap<>());
    switch (log.kind) {
      case Sync.LOCK, Sync.WAKE, Sync.WAKE_UNNOTIFIED -> mine.merge(log.base, 1, Integer::sum);
      case Sync.UNLOCK, Sync.WAIT ->
          mine.computeIfPresent(log.base, (o, n) -> n > 1 ? n - 1 : null);
      case Sync.FORK -> started.put(log.other, now);
      default -> {}
    }
  }

  /** Whether the variable is known to be shared without a common monitor, this access included. */
  boolean touch(int thread, long variable, boolean write) {
    Shared s = shared.computeIfAbsent(variable, v -> new Shared(thread));
    s.concurrent |= meetsAnother(s, thread, write);
    note(s, new Last(thread, ++now), write);
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

  /** Whether another thread did something that conflicts with this since this one was started. */
  private boolean meetsAnother(Shared s, int thread, boolean write) {
    Last last = write ? s.access : s.write;
    Last other = last.thread() == thread ? write ? s.otherAccess : s.otherWrite : last;
    return other.thread() >= 0 && other.time() >= started.getOrDefault(thread, 0L);
  }

  private static void note(Shared s, Last now, boolean write) {
    if (s.access.thread() != now.thread()) {
      s.otherAccess = s.access;
    }
    s.access = now;
    if (write) {
      if (s.write.thread() != now.thread()) {
        s.otherWrite = s.write;
      }
      s.write = now;
    }
  }

  private static boolean races(Shared s) {
    return s.byOthers && s.written && s.locks.isEmpty();
  }

  /** Shared without a common monitor, as far as the whole run shows. */
  boolean isUnprotected(long variable) {
    Shared s = shared.get(variable);
    return s != null && races(s);
  }

  /** Shared without a common monitor, and not only by what was done before a thread was started. */
  boolean isRacing(long variable) {
    Shared s = shared.get(variable);
    return s != null && races(s) && s.concurrent;
  }
}
