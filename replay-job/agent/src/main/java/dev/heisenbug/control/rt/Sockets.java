package dev.heisenbug.control.rt;

import java.io.FileDescriptor;
import java.util.function.BooleanSupplier;

/**
 * Hooks where the JDK waits for sockets. A controlled thread does not wait in the kernel but under
 * the scheduler's eyes, and looks what has come when it is its turn. Where both ends are the
 * program's own, what it finds then depends on the schedule alone.
 */
public final class Sockets {
  private static final int INPUT = 1;
  private static final long FOREVER = -1;

  /** Descriptors that do not wait; used under the scheduler's lock. */
  private static final IdentityTable<Boolean> NON_BLOCKING = new IdentityTable<>();

  private Sockets() {}

  /** Before {@code EPoll.wait}: waits in its place; returns the time that is left to it. */
  public static int selecting(int millis, int selector, int site) {
    CThread t = Ctl.current();
    if (t == null || millis == 0) {
      return millis;
    }
    long nanos = millis < 0 ? FOREVER : millis * 1_000_000L;
    return await(t, descriptor(t, selector), INPUT, nanos, site) ? 0 : millis;
  }

  /** Instead of {@code Net.poll}. */
  public static int poll(FileDescriptor fd, int events, long millis, int site) {
    CThread t = Ctl.current();
    if (t == null || millis == 0) {
      return SocketWait.poll(fd, events, millis);
    }
    long nanos = millis < 0 ? FOREVER : millis * 1_000_000L;
    boolean waited = await(t, fd, events, nanos, site);
    return SocketWait.poll(fd, events, waited ? 0 : millis);
  }

  /** Instead of {@code Poller.poll}, which parks a virtual thread. */
  public static void park(int number, int events, long nanos, BooleanSupplier open, int site) {
    CThread t = Ctl.current();
    if (t == null
        || !open.getAsBoolean()
        || !await(t, descriptor(t, number), events, nanos > 0 ? nanos : FOREVER, site)) {
      SocketWait.park(number, events, nanos, open);
    }
  }

  /** Before a connection is accepted or something is read. */
  public static void reading(FileDescriptor fd, int site) {
    CThread t = Ctl.current();
    if (t != null && waits(fd)) {
      await(t, fd, INPUT, FOREVER, site);
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

  private static boolean waits(FileDescriptor fd) {
    synchronized (Ctl.SCHED.lock) {
      return NON_BLOCKING.get(fd) == null;
    }
  }

  private static FileDescriptor descriptor(CThread t, int number) {
    t.bypass++;
    try {
      return SocketWait.descriptor(number);
    } finally {
      t.bypass--;
    }
  }

  /** Returns true when the wait is over; false if nothing is controlled any more. */
  private static boolean await(CThread t, FileDescriptor fd, int events, long nanos, int site) {
    Weak.fencePoint(t, site);
    SocketWait wait = new SocketWait(fd, events, nanos);
    t.timedOut = false;
    while (!wait.isReady() && !t.timedOut) {
      if (!Ctl.SCHED.active) {
        return false;
      }
      Ctl.SCHED.block(t, Block.SOCKET, wait, nanos);
    }
    Spin.moved(t);
    return true;
  }
}
