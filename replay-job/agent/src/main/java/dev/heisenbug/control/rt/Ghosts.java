package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.NetworkFile;
import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * The other processes of a recorded program: what they sent is sent again by threads of this JVM,
 * which are controlled like the program's own but are none of them.
 *
 * <p>Clients call the program's listening sockets in the order in which they were accepted; each
 * brings the next. Servers are there when the program calls the address of a recorded one.
 */
final class Ghosts {
  /** Before the numbers of threads that play other processes. */
  static final String PREFIX = "~n";

  private static NetworkFile file;
  private static NetworkFile.Connection[] connections = {};
  private static NetworkFile.Listener[] listeners = {};

  /** Which listening sockets of the recording this run has, and which connections were played. */
  private static boolean[] taken = {};

  private static boolean[] played = {};

  private Ghosts() {}

  static void open(Path network) throws IOException {
    file = NetworkFile.read(network);
    List<NetworkFile.Connection> all = file.connections();
    connections = all.toArray(new NetworkFile.Connection[0]);
    listeners = file.listeners().toArray(new NetworkFile.Listener[0]);
    taken = new boolean[listeners.length];
    played = new boolean[connections.length];
    SocketWait.prepare();
  }

  /** Whether other processes are played. */
  static boolean exist() {
    return file != null;
  }

  static byte[] bytes(NetworkFile.Step step) throws IOException {
    return file.bytes(step);
  }

  /**
   * Whether nothing can come from outside: all that threads wait for at sockets is in this JVM. The
   * scheduler's lock is held.
   */
  static boolean alone(Roster roster) {
    return exist() && !Ports.hasStrangers() && !Outside.exists() && !roster.any(Block.EXTERNAL);
  }

  /** A thread of the program listens: recorded clients of that socket begin to call. */
  static void listening(CThread t, FileDescriptor fd) {
    if (!exist()) {
      return;
    }
    Ctl.enterWeaver();
    try {
      InetSocketAddress address = SocketWait.localAddress(fd);
      int listener = address == null ? -1 : listener(address.getPort());
      if (listener >= 0) {
        taken[listener] = true;
        InetAddress host = address.getAddress();
        InetAddress callable = host.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : host;
        InetSocketAddress to = new InetSocketAddress(callable, address.getPort());
        next(t, listener, 0, to, Ctl.SCHED.now - listeners[listener].clock);
      }
    } finally {
      Ctl.leaveWeaver();
    }
  }

  /** The socket with that port if one is left, else the next one: ports of the system's differ. */
  private static int listener(int port) {
    int next = -1;
    for (int i = listeners.length - 1; i >= 0; i--) {
      if (!taken[i]) {
        next = i;
      }
    }
    for (int i = listeners.length - 1; i >= 0; i--) {
      if (!taken[i] && listeners[i].port == port) {
        next = i;
      }
    }
    return next;
  }

  /**
   * Starts the next client of a listening socket, if there is one.
   *
   * @param t who lets it come
   * @param from the first connection that it may be
   * @param offset what the run's time is ahead of the recording's clock
   */
  static void next(CThread t, int listener, int from, InetSocketAddress to, long offset) {
    for (int i = from; i < connections.length; i++) {
      if (connections[i].listener == listener) {
        start(t, "client ", i, new Ghost(connections[i], i, to, null, offset));
        return;
      }
    }
  }

  /**
   * Before the program connects: whom it reaches instead, or null if the address is no recorded
   * one.
   */
  static InetSocketAddress called(CThread t, InetAddress address, int port) {
    if (!exist() || address == null) {
      return null;
    }
    Ctl.enterWeaver();
    try {
      int i = connection(address.getAddress(), port);
      if (i < 0) {
        return null;
      }
      played[i] = true;
      ServerSocketChannel server = ServerSocketChannel.open();
      server.configureBlocking(false);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress here = (InetSocketAddress) server.getLocalAddress();
      Ports.played(here.getPort());
      long offset = Ctl.SCHED.now - connections[i].clock;
      start(t, "server ", i, new Ghost(connections[i], i, null, server, offset));
      return here;
    } catch (IOException e) {
      return null;
    } finally {
      Ctl.leaveWeaver();
    }
  }

  /** The first recorded connection to an address that was not played yet, else the last one. */
  private static int connection(byte[] address, int port) {
    int last = -1;
    for (int i = 0; i < connections.length; i++) {
      if (connections[i].isTo(address, port)) {
        if (!played[i]) {
          return i;
        }
        last = i;
      }
    }
    return last;
  }

  private static void start(CThread t, String role, int i, Ghost ghost) {
    String number = Integer.toString(i + 1);
    String id = PREFIX + number;
    for (int again = 2; Ctl.SCHED.roster.byId(id) != null; again++) {
      id = PREFIX + number + "." + again;
    }
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread thread = new Thread(top, ghost, role + number, 0, false);
    thread.setDaemon(true);
    CThread c = Ctl.SCHED.register(id, thread, Recorded.ghost());
    c.ghost = true;
    c.recorded.plays(connections[i].clock);
    Trace.thread(c);
    Sync.logThread(t, Sync.FORK, c, Site.NETWORK);
    thread.start();
  }
}
