package dev.heisenbug.control.rt;

import java.io.FileDescriptor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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
    SocketWait wait = new SocketWait(SocketWait.descriptor(selector), INPUT, limit(millis), null);
    if (!await(t, wait, limit(millis), site)) {
      return millis;
    }
    if (!t.timedOut) {
      Ports.receivedAny(t, site);
    }
    return 0;
  }

  /**
   * At the end of the constructor of {@code SelectionKeyImpl}: which of two ready sockets is looked
   * at first hangs on the hashes of their keys.
   */
  public static void registered(Object key) {
    CThread t = Ctl.current();
    if (t != null) {
      Hashes.renew(t);
      System.identityHashCode(key);
    }
  }

  /** Instead of {@code Net.poll}. */
  public static int poll(FileDescriptor fd, int events, long millis, int site) {
    CThread t = Ctl.current();
    if (t == null || millis == 0) {
      return SocketWait.poll(fd, events, millis);
    }
    SocketWait wait = new SocketWait(fd, events, limit(millis), null);
    boolean waited = await(t, wait, limit(millis), site);
    return SocketWait.poll(fd, events, waited ? 0 : millis);
  }

  /** Instead of {@code Poller.poll}, which parks a virtual thread. */
  public static void park(int number, int events, long nanos, BooleanSupplier open, int site) {
    CThread t = Ctl.current();
    long limit = nanos > 0 ? nanos : FOREVER;
    if (t == null
        || !await(
            t, new SocketWait(SocketWait.descriptor(number), events, limit, open), limit, site)) {
      SocketWait.park(number, events, nanos, open);
    }
  }

  /** Before a connection is accepted. */
  public static void accepting(FileDescriptor fd, int site) {
    CThread t = Ctl.current();
    if (t != null && waits(fd)) {
      await(t, new SocketWait(fd, INPUT, FOREVER, null), FOREVER, site);
    } else if (t != null) {
      settle(t);
    }
    if (t != null && Trace.on() && (SocketWait.poll(fd, INPUT, 0) & ~INPUT) != 0) {
      // Closed, which was somebody's doing.
      Ports.receivedAny(t, site);
    }
  }

  /** From now on connections can be made to it. */
  public static void listening(FileDescriptor fd) {
    CThread t = Ctl.current();
    if (t != null) {
      Ports.listening(fd);
      Ghosts.listening(t, fd);
    }
  }

  /** Before a connection is made: where it leads instead, if the other end is played. */
  public static SocketAddress connecting(SocketAddress to) {
    CThread t = Ctl.current();
    if (t == null || !(to instanceof InetSocketAddress)) {
      return to;
    }
    InetSocketAddress wanted = (InetSocketAddress) to;
    InetSocketAddress other = Ghosts.called(t, wanted.getAddress(), wanted.getPort());
    return other == null ? to : other;
  }

  /** The same where the address and the port are apart. */
  public static InetSocketAddress connecting(InetAddress to, int port) {
    CThread t = Ctl.current();
    InetSocketAddress other = t == null ? null : Ghosts.called(t, to, port);
    return other == null ? new InetSocketAddress(to, port) : other;
  }

  /** Behind the making of a connection, be it under way or made. */
  public static void connected(FileDescriptor fd) {
    if (Ctl.current() != null) {
      Ports.connected(fd);
      sending(fd);
    }
  }

  /** Before something is read. */
  public static void reading(FileDescriptor fd, int site) {
    accepting(fd, site);
    CThread t = Ctl.current();
    if (t != null && Trace.on() && SocketWait.poll(fd, INPUT, 0) != 0) {
      Ports.received(t, fd, site);
    }
  }

  /** Behind a read or write, and what came of it: less than 0 for the end or for nothing. */
  public static void passed(long count, FileDescriptor fd) {
    CThread t = Ghosts.exist() ? Ctl.current() : null;
    if (t != null && count >= -1 && count != 0 && Ports.isPlayed(fd)) {
      t.recorded.network(t);
    }
  }

  /** A connection was accepted, if {@code count} is above zero. */
  public static void accepted(int count, FileDescriptor fd, int site) {
    CThread t = Ctl.current();
    if (t == null || count <= 0) {
      return;
    }
    Ports.connected(fd);
    if (Trace.on()) {
      Ports.received(t, fd, site);
    }
    passed(count, fd);
  }

  /**
   * Before something is sent, connected or closed.
   *
   * @param fd null if it is not known
   */
  public static void sending(FileDescriptor fd) {
    CThread t = Ctl.current();
    if (t != null) {
      sent = true;
      if (Trace.on()) {
        Ports.sent(t, fd);
      }
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
  private static boolean await(CThread t, SocketWait wait, long nanos, int site) {
    Weak.fencePoint(t, site);
    t.timedOut = false;
    settle(t);
    while (!wait.isReady() && !t.timedOut && !isInterrupted(t, wait)) {
      if (!Ctl.SCHED.active) {
        return false;
      }
      t.interrupted = false;
      Ctl.SCHED.block(t, Block.SOCKET, wait, nanos);
      settle(t);
    }
    Spin.moved(t);
    if (wait.isClosed()) {
      Ports.receivedAny(t, site);
    }
    return true;
  }

  private static boolean isInterrupted(CThread t, SocketWait wait) {
    return wait.isInterruptible() && t.thread.isInterrupted();
  }

  /**
   * Gives the system time to deliver what was sent: on a busy machine it may do so a moment later,
   * and then how much there is to be read would depend on that. The caller has the baton.
   */
  private static void settle(CThread t) {
    if (sent) {
      t.bypass++;
      settleNow();
      t.bypass--;
    }
  }

  /** The same for code of ours. */
  static void settleNow() {
    if (!sent) {
      return;
    }
    sent = false;
    long until = System.nanoTime() + SETTLE_NANOS;
    for (long left = SETTLE_NANOS; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Whoever plays another process has sent something. */
  static void sentNow() {
    sent = true;
    settleNow();
  }

  /** Whether all that was sent has come. */
  static boolean settled() {
    return !sent;
  }
}
