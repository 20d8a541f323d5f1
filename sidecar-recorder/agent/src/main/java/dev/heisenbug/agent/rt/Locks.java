package dev.heisenbug.agent.rt;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the JVM's management interface knows of threads; does without where there is none. */
final class Locks {
  private ThreadMXBean threads;
  private boolean missing;

  /** The threads of a cycle, empty if there is none. */
  List<Thread> deadlocked() {
    List<Thread> found = new ArrayList<>();
    ThreadMXBean bean = bean();
    long[] ids = bean == null ? null : bean.findDeadlockedThreads();
    if (ids != null) {
      for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
        for (long id : ids) {
          if (entry.getKey().getId() == id) {
            found.add(entry.getKey());
          }
        }
      }
    }
    return found;
  }

  /** Class of the lock that a thread waits for, or null. */
  String waitsFor(Thread thread) {
    ThreadMXBean bean = bean();
    ThreadInfo info = bean == null ? null : bean.getThreadInfo(thread.getId());
    LockInfo lock = info == null ? null : info.getLockInfo();
    return lock == null ? null : lock.getClassName();
  }

  /** Processor time of a thread in nanoseconds, -1 where the JDK does not tell. */
  long cpuTime(Thread thread) {
    ThreadMXBean bean = bean();
    return bean == null ? -1 : bean.getThreadCpuTime(thread.getId());
  }

  private ThreadMXBean bean() {
    if (threads == null && !missing) {
      try {
        threads = ManagementFactory.getThreadMXBean();
      } catch (Throwable noManagement) {
        missing = true;
      }
    }
    return threads;
  }
}
