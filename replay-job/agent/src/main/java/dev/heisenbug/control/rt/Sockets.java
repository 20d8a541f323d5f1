package dev.heisenbug.control.rt;

import java.io.FileDescriptor;
import java.util.concurrent.locks.LockSupport;

/**
 * Hooks where the JDK waits for sockets. A controlled thread does not wait in the kernel but under
 * the scheduler's eyes, and looks what has come when it is its turn. Where both ends are the
 * program's own, what it finds then depends on the schedule alone.
 */
public final class Sockets {
  private static final int INPUT = 1;
  private static final long FOREVER = -1;
  private static final long SETTLE_NANOS = 5_000_000L;

  /** Whether something was sent since the system last had time to deliver it. */
  private static volatile boolean sent;

  /** Descriptors that do not wait; used under the scheduler's lock. */
  private static final IdentityTable<Boolean> NON_BLOCKING = new IdentityTable<>();

  private Sockets() {}

  /** Before {@code EPoll.wait}: waits in its place; returns the time that is left to it. */
  public static int selecting(int millis, int selector, int site) {
    CThread t = Ctl.current();
    if (t == null) {
      return millis;
    }
    if (millis == 0) {
      settle(t);
      return millis;
    }
    return await(t, SocketWait.descriptor(selector), INPUT, limit(millis), site) ? 0 : millis;
  }

  /** Instead of {@code Net.poll}. */
  public static int poll(FileDescriptor fd, int events, long millis, int site) {
    CThread t = Ctl.current();
    if (t == null || millis == 0) {
      return SocketWait.poll(fd, events, millis);
    }
    boolean waited = await(t, fd, events, limit(millis), site);
    return SocketWait.poll(fd, events, waited ? 0 : millis);
  }

  /** Before a connection is accepted or something is read. */
  public static void reading(FileDescriptor fd, int site) {
    CThread t = Ctl.current();
    if (t != null && waits(fd)) {
      await(t, fd, INPUT, FOREVER, site);
    } else if (t != null) {
      settle(t);
    }
  }

  /** Before something is sent, connected or closed. */
  public static void sending() {
    if (Ctl.current() != null) {
      sent = true;
    }
  }

  /** A descriptor is being told whether to wait. */
  public static void blocking(FileDescriptor fd, boolean waits) {
    synchronized (Ctl.SCHED.lock) {
      if (waits) {
        NON_BLOCKING.remove(fd);
      } else {
        NON_BLOCKING.put(fd, Boolean.TRUE);
      }
    }
  }

  private static long limit(long millis) {
    return millis < 0 ? FOREVER : millis * 1_000_000L;
  }

  private static boolean waits(FileDescriptor fd) {
    synchronized (Ctl.SCHED.lock) {
      return NON_BLOCKING.get(fd) == null;
    }
  }

  /** Returns true when the wait is over; false if nothing is controlled any more. */
  private static boolean await(CThread t, FileDescriptor fd, int events, long nanos, int site) {
    Weak.fencePoint(t, site);
    SocketWait wait = new SocketWait(fd, events, nanos);
    t.timedOut = false;
    settle(t);
    while (!wait.isReady() && !t.timedOut) {
      if (!Ctl.SCHED.active) {
        return false;
      }
      Ctl.SCHED.block(t, Block.SOCKET, wait, nanos);
      settle(t);
    }
    Spin.moved(t);
    return true;
  }

  /**
   * Gives the system time to deliver what was sent: on a busy machine it may do so a moment later,
   * and then how much there is to be read would depend on that. The caller has the baton.
   */
  private static void settle(CThread t) {
    if (!sent) {
      return;
    }
    sent = false;
    t.bypass++;
    long until = System.nanoTime() + SETTLE_NANOS;
    for (long left = SETTLE_NANOS; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    t.bypass--;
  }
}
