package dev.heisenbug.control.rt;

/**
 * All threads ever controlled and which of them could go on: what the scheduler and its policies
 * choose from. Called under the scheduler's lock, but for looking a thread up.
 */
final class Roster {
  /** In order of registration. */
  CThread[] threads = new CThread[16];

  int count;

  private final Monitors monitors;
  private final ThreadTable byThread = new ThreadTable();

  Roster(Monitors monitors) {
    this.monitors = monitors;
  }

  CThread add(String id, Thread thread, Recorded recorded) {
    CThread t = new CThread(id, thread, count, recorded);
    if (count == threads.length) {
      CThread[] bigger = new CThread[count * 2];
      System.arraycopy(threads, 0, bigger, 0, count);
      threads = bigger;
    }
    threads[count++] = t;
    byThread.add(t);
    return t;
  }

  CThread find(Thread thread) {
    return byThread.get(thread);
  }

  CThread byId(String id) {
    for (int i = 0; i < count; i++) {
      if (threads[i].id.equals(id)) {
        return threads[i];
      }
    }
    return null;
  }

  boolean enabled(CThread t) {
    if (t.done) {
      return false;
    }
    switch (t.block) {
      case NONE:
      case SPIN:
        return true;
      case MONITOR:
        return monitors.freeFor(t, t.blockedOn);
      case WAIT:
        return (t.notified || t.interrupted) && monitors.freeFor(t, t.blockedOn);
      case PARK:
        return t.permit || t.interrupted;
      case JOIN:
        return ((CThread) t.blockedOn).done || t.interrupted;
      case SLEEP:
        return t.interrupted;
      case SOCKET:
        SocketWait wait = (SocketWait) t.blockedOn;
        return wait.isReady() || t.interrupted && wait.isInterruptible();
      case CLINIT:
        return ClassInits.freeFor(t, (Class<?>) t.blockedOn);
      default:
        return false;
    }
  }

  /** Whether {@code t} could go on because its time limit is used up. */
  boolean canTimeOut(CThread t) {
    return !t.lastResort && isTimed(t);
  }

  private boolean isTimed(CThread t) {
    return !t.done
        && t.timed
        && (t.block != Block.WAIT || monitors.freeFor(t, t.blockedOn))
        && (t.block != Block.SOCKET || ((SocketWait) t.blockedOn).isLate())
        && t.block != Block.EXTERNAL
        && t.block != Block.NONE;
  }

  /** Whether a thread waits to enter the monitor of {@code o}. */
  boolean isWanted(Object o) {
    for (int i = 0; i < count; i++) {
      if (threads[i].blockedOn == o && threads[i].block == Block.MONITOR && !threads[i].done) {
        return true;
      }
    }
    return false;
  }

  /** Whether another thread, not looking for others to move, was only kept from running. */
  boolean anyRunnableBut(CThread current) {
    for (int i = 0; i < count; i++) {
      if (threads[i] != current && threads[i].block != Block.SPIN && enabled(threads[i])) {
        return true;
      }
    }
    return false;
  }

  /** Whether those that keep the JVM alive all wait for others, or have left their recording. */
  boolean onlyDaemonsGoOn() {
    boolean alone = Ghosts.alone(this);
    for (int i = 0; i < count; i++) {
      CThread t = threads[i];
      boolean away = t.isOutside() && !alone;
      if (!t.daemon && !t.done && (enabled(t) || canTimeOut(t) || away)) {
        return false;
      }
    }
    return true;
  }

  boolean any(Block block) {
    for (int i = 0; i < count; i++) {
      if (!threads[i].done && threads[i].block == block) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread waits for what may come from outside. */
  boolean anyExternal() {
    boolean alone = Ghosts.alone(this);
    for (int i = 0; i < count; i++) {
      if (!threads[i].done && threads[i].isOutside() && !alone) {
        return true;
      }
    }
    return false;
  }

  CThread anyEnabled() {
    CThread spinning = Hooks.ready(this);
    if (spinning != null) {
      return spinning;
    }
    for (int i = 0; i < count; i++) {
      CThread t = threads[i];
      if (enabled(t)) {
        if (t.block != Block.SPIN) {
          return t;
        }
        if (spinning == null || t.spinSeen < spinning.spinSeen) {
          spinning = t;
        }
      }
    }
    return spinning;
  }

  /**
   * A thread that is not waiting in a loop for another, if need be by the end of its time limit.
   */
  CThread notSpinning() {
    CThread next = anyEnabled();
    return next == null || next.block == Block.SPIN ? earliestTimeout() : next;
  }

  CThread earliestTimeout() {
    return earliest(false);
  }

  /** The same where nothing else can go on, so that last resorts count. */
  CThread earliestAtRest() {
    return earliest(true);
  }

  private CThread earliest(boolean atRest) {
    CThread best = null;
    for (int i = 0; i < count; i++) {
      CThread t = threads[i];
      if ((canTimeOut(t) || atRest && isTimed(t)) && (best == null || t.wakeAt < best.wakeAt)) {
        best = t;
      }
    }
    return best;
  }

  /** Whether a thread is left that keeps the JVM alive. */
  boolean keepsAlive() {
    for (int i = 0; i < count; i++) {
      if (!threads[i].done && !threads[i].daemon) {
        return true;
      }
    }
    return false;
  }

  /** Whether something has come for a thread that waits at a socket. */
  boolean anySocketReady() {
    for (int i = 0; i < count; i++) {
      if (!threads[i].done && threads[i].block == Block.SOCKET && enabled(threads[i])) {
        return true;
      }
    }
    return false;
  }
}
