package dev.heisenbug.control.rt;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Notices that nobody will ever go on though some threads are in code that is not controlled: each
 * of those waits for a monitor of the JVM's that another stuck thread owns.
 */
final class Standstill {
  /** Made on first need: slow to load. */
  private ThreadMXBean threads;

  /** What was seen at the last look, one owner for each thread; null if there was hope. */
  private long[] seen;

  /**
   * Looks, with nobody running; true if two looks in a row found the same threads waiting for each
   * other. Then each of those that are not controlled says what it waits for.
   */
  boolean isOne(Sched s) {
    long[] owners;
    synchronized (s.lock) {
      owners = s.active && s.current == null && mayBe(s) ? owners(s) : null;
    }
    boolean same = owners != null && Arrays.equals(owners, seen);
    seen = owners;
    return same;
  }

  private static boolean mayBe(Sched s) {
    boolean external = false;
    for (int i = 0; i < s.roster.count; i++) {
      CThread t = s.roster.threads[i];
      if (t.done) {
        continue;
      }
      if (t.block == Block.EXTERNAL && t.thread.getState() == Thread.State.BLOCKED) {
        external = true;
      } else if (t.isOutside()
          || s.roster.enabled(t)
          || s.roster.canTimeOut(t)
          || Outside.mayWake(t)) {
        return false;
      }
    }
    return external;
  }

  /** The owners of what the uncontrolled threads wait for; null if one of them may let it go. */
  private long[] owners(Sched s) {
    if (threads == null) {
      threads = ManagementFactory.getThreadMXBean();
    }
    long[] owners = new long[s.roster.count];
    for (int i = 0; i < s.roster.count; i++) {
      CThread t = s.roster.threads[i];
      if (t.block == Block.EXTERNAL && !t.done) {
        ThreadInfo info = threads.getThreadInfo(t.thread.getId());
        CThread owner = info == null ? null : owner(s, info.getLockOwnerId());
        if (owner == null || info.getLockInfo() == null) {
          return null;
        }
        owners[i] = info.getLockOwnerId();
        t.outside = info.getLockInfo().getClassName() + "\t" + owner.id;
      }
    }
    return owners;
  }

  private static CThread owner(Sched s, long id) {
    for (int i = 0; i < s.roster.count; i++) {
      if (!s.roster.threads[i].done && s.roster.threads[i].thread.getId() == id) {
        return s.roster.threads[i];
      }
    }
    return null;
  }
}
