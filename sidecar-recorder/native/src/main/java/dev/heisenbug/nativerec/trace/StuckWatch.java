package dev.heisenbug.nativerec.trace;

import java.time.Duration;

/** Notices when every thread waits for another one. */
final class StuckWatch {
  private static final int WAIT4 = 61;
  private static final int WAITID = 247;

  private final Family family;
  private final long limit;
  private long since;
  private boolean deadlocked;

  StuckWatch(Family family, Duration limit) {
    this.family = family;
    this.limit = limit.toNanos();
    progress();
  }

  boolean deadlocked() {
    return deadlocked;
  }

  void progress() {
    since = System.nanoTime();
  }

  /** A thread that waits for ever, once all of them have done so for long enough; else null. */
  TracedThread deadlock() {
    if (deadlocked || System.nanoTime() - since < limit) {
      return null;
    }
    TracedThread stuck = null;
    for (TracedThread t : family.threads()) {
      if (t.state == TracedThread.State.GONE) {
        continue;
      }
      boolean waits = Syscalls.waitsForEver(t.call, t.arguments);
      boolean forChild = t.call == WAIT4 || t.call == WAITID;
      if (t.state != TracedThread.State.KERNEL || !waits && !forChild) {
        return null;
      }
      if (ThreadStat.state(t.process.pid, t.tid) != 'S') {
        return null;
      }
      stuck = stuck == null && waits ? t : stuck;
    }
    deadlocked = stuck != null;
    return stuck;
  }
}
