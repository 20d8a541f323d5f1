package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.EventKind;
import java.util.HashMap;
import java.util.Map;

/**
 * Locks and conditions as the run had them, so that only steps that make sense become events:
 * library code may release a monitor whose acquisition the log does not hold.
 */
final class LockTable {
  private static final class Waiters {
    final Map<Integer, Boolean> granted = new HashMap<>();
    int signals;

    boolean take(int thread) {
      Boolean all = granted.remove(thread);
      if (Boolean.TRUE.equals(all)) {
        return true;
      }
      if (signals > 0) {
        signals--;
        return true;
      }
      return false;
    }

    void signal(boolean all) {
      if (all) {
        granted.replaceAll((t, g) -> true);
        signals = 0;
        return;
      }
      long waiting = granted.values().stream().filter(g -> !g).count();
      signals = (int) Math.min(waiting, signals + 1L);
    }
  }

  private record Wait(String condition, String lock, int depth) {}

  private final Emitter out;
  private final Map<String, Integer> depths = new HashMap<>();
  private final Map<String, Waiters> conditions = new HashMap<>();
  private final Map<Integer, Wait> waiting = new HashMap<>();

  LockTable(Emitter out) {
    this.out = out;
  }

  private static String key(ThreadState t, String lock, boolean shared) {
    return t.number + (shared ? " r " : " w ") + lock;
  }

  boolean holds(ThreadState t, String lock) {
    return depths.getOrDefault(key(t, lock, false), 0) > 0;
  }

  void lock(ThreadState t, String lock, boolean shared, String at) {
    depths.merge(key(t, lock, shared), 1, Integer::sum);
    out.sync(t, EventKind.LOCK, out.object(lock), 0, shared ? EventKind.SHARED : 0, at);
  }

  void unlock(ThreadState t, String lock, boolean shared, String at) {
    String key = key(t, lock, shared);
    int depth = depths.getOrDefault(key, 0);
    if (depth > 0) {
      depths.put(key, depth - 1);
      out.sync(t, EventKind.UNLOCK, out.object(lock), 0, shared ? EventKind.SHARED : 0, at);
    }
  }

  void lockFailed(ThreadState t, String lock, boolean shared, String at) {
    out.sync(t, EventKind.LOCK_FAIL, out.object(lock), 0, shared ? EventKind.SHARED : 0, at);
  }

  void await(ThreadState t, String condition, String lock, String at) {
    int depth = depths.getOrDefault(key(t, lock, false), 0);
    if (depth == 0) {
      return;
    }
    depths.put(key(t, lock, false), 0);
    waiting.put(t.number, new Wait(condition, lock, depth));
    conditions.computeIfAbsent(condition, c -> new Waiters()).granted.put(t.number, false);
    out.sync(t, EventKind.WAIT, out.object(condition), out.object(lock), 0, at);
  }

  void wake(ThreadState t, String condition, boolean notified, String at) {
    Wait w = waiting.get(t.number);
    if (w == null || !w.condition().equals(condition)) {
      return;
    }
    waiting.remove(t.number);
    depths.put(key(t, w.lock(), false), w.depth());
    boolean signalled = notified && conditions.get(condition).take(t.number);
    conditions.get(condition).granted.remove(t.number);
    int mode = signalled ? 0 : EventKind.UNNOTIFIED;
    out.sync(t, EventKind.WAKE, out.object(condition), out.object(w.lock()), mode, at);
  }

  void signal(ThreadState t, String condition, boolean all, String at) {
    conditions.computeIfAbsent(condition, c -> new Waiters()).signal(all);
    EventKind kind = all ? EventKind.BROADCAST : EventKind.SIGNAL;
    out.sync(t, kind, out.object(condition), 1, 0, at);
  }
}
