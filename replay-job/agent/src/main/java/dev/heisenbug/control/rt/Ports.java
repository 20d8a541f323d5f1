package dev.heisenbug.control.rt;

import java.io.FileDescriptor;
import java.lang.reflect.Method;

/**
 * Knows which sockets are the program's own at both ends, and notes in a run's log what passed
 * between them, so that whoever puts turns into another order keeps what was received behind what
 * was sent.
 */
final class Ports {
  private static final int ALL = 1 << 16;

  /** Ports of the program's own, by number. */
  private static final boolean[] OWN = new boolean[ALL];

  /** Whether the other end of a connection was somebody else's. */
  private static volatile boolean strangers;

  private static Method local;
  private static Method remote;

  private Ports() {}

  static boolean hasStrangers() {
    return strangers;
  }

  /** Ports of those who play other processes. */
  private static final boolean[] PLAYED = new boolean[ALL];

  static void played(int port) {
    OWN[port] = true;
    PLAYED[port] = true;
  }

  /** The same of a connection that one of them has made. */
  static void played(FileDescriptor fd) {
    played(local(fd));
  }

  /** Whether the other end is one of them. */
  static boolean isPlayed(FileDescriptor fd) {
    return PLAYED[remote(fd)];
  }

  static void listening(FileDescriptor fd) {
    OWN[local(fd)] = true;
  }

  /** A connection is there: its other end is known if it is the program's own. */
  static void connected(FileDescriptor fd) {
    OWN[local(fd)] = true;
    int other = remote(fd);
    strangers |= other != 0 && !OWN[other];
  }

  static void sent(CThread t, FileDescriptor fd) {
    Sync.logPorts(t, Sync.SEND, local(fd), remote(fd), Site.SOCKET);
  }

  /** Something has come on {@code fd}. */
  static void received(CThread t, FileDescriptor fd, int site) {
    Sync.logPorts(t, Sync.RECEIVE, remote(fd), local(fd), site);
  }

  /** The thread was told that something has come, and not yet what. */
  static void receivedAny(CThread t, int site) {
    if (Trace.on()) {
      Sync.logPorts(t, Sync.RECEIVE, 0, 0, site);
    }
  }

  private static int local(FileDescriptor fd) {
    if (local == null) {
      local = method("localPort");
    }
    return port(local, fd);
  }

  private static int remote(FileDescriptor fd) {
    if (remote == null) {
      remote = method("remotePort");
    }
    return port(remote, fd);
  }

  private static Method method(String name) {
    Ctl.enterWeaver();
    try {
      return SocketWait.method("sun.nio.ch.Net", name, FileDescriptor.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveWeaver();
    }
  }

  /** The port, or 0 for a descriptor that has none: it is closed, listens, or is no socket. */
  private static int port(Method question, FileDescriptor fd) {
    if (fd == null || !fd.valid()) {
      return 0;
    }
    Ctl.enterWeaver();
    try {
      return (int) question.invoke(null, fd);
    } catch (ReflectiveOperationException e) {
      return 0;
    } finally {
      Ctl.leaveWeaver();
    }
  }
}
