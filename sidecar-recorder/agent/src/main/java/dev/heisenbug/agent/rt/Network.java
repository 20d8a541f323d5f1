package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.RawSockets;
import dev.heisenbug.weave.stream.NetworkCodes;
import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Hooks in the JDK's sockets: what the program hears from other processes. Only woven in if the
 * user asks for it.
 */
public final class Network {
  private static final int PORTS = 1 << 16;
  private static final int MOST_DESCRIPTORS = 1 << 20;

  private static NetworkTape tape;
  private static Method localPort;
  private static Method remotePort;

  /** Open connections and listening sockets, by number of the descriptor. */
  private static volatile Peer[] peers = new Peer[256];

  private static int listeners;
  private static int connections;

  /** Ports that the program listens on. */
  private static final boolean[] OWN = new boolean[PORTS];

  /** Connections to those that the program made itself and has not accepted yet, by their port. */
  private static final byte[] CALLS = new byte[PORTS];

  private Network() {}

  /** What a descriptor stands for. */
  private static final class Peer {
    final FileDescriptor fd;
    final int number;
    final int local;
    final int remote;
    final boolean listens;

    /** Bytes that the program has sent: written by who has the socket's own lock for that. */
    volatile long sent;

    volatile boolean own;

    Peer(FileDescriptor fd, int number, int local, int remote, boolean listens) {
      this.fd = fd;
      this.number = number;
      this.local = local;
      this.remote = remote;
      this.listens = listens;
    }
  }

  /** Begins the file; the JDK's package with sockets is open to us. */
  public static void open(Settings settings) throws IOException, ReflectiveOperationException {
    localPort = method("localPort");
    remotePort = method("remotePort");
    tape = new NetworkTape(new File(settings.out(), NetworkCodes.FILE), settings.cap());
  }

  private static Method method(String name) throws ReflectiveOperationException {
    Method method =
        Class.forName("sun.nio.ch.Net", true, null).getDeclaredMethod(name, FileDescriptor.class);
    method.setAccessible(true);
    return method;
  }

  /** Before a bound socket begins to listen. */
  public static void listening(FileDescriptor fd) {
    boolean hushed = Noise.hush();
    try {
      int port = port(localPort, fd);
      if (port != 0) {
        addListener(fd, port);
      }
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  private static synchronized void addListener(FileDescriptor fd, int port) {
    Peer known = find(fd);
    if (known == null) {
      OWN[port] = true;
      add(new Peer(fd, listeners++, port, 0, true));
      tape.write(
          new NetworkTape.Body(NetworkCodes.LISTENING, 0)
              .varint(port)
              .fixed(System.nanoTime(), Long.BYTES));
    }
  }

  /** Behind the system's answer whether a connection has come. */
  public static void accepted(int count, FileDescriptor listening, FileDescriptor fd) {
    if (count <= 0) {
      return;
    }
    boolean hushed = Noise.hush();
    try {
      if (addAccepted(listening, fd, port(localPort, fd), port(remotePort, fd))) {
        Recorder.network();
      }
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  private static synchronized boolean addAccepted(
      FileDescriptor listening, FileDescriptor fd, int local, int remote) {
    Peer listener = find(listening);
    if (listener == null || !listener.listens) {
      return false;
    }
    if (CALLS[remote] > 0) {
      CALLS[remote]--;
      return false;
    }
    add(new Peer(fd, connections++, local, remote, false));
    tape.write(
        new NetworkTape.Body(NetworkCodes.ACCEPTED, 0)
            .varint(listener.number)
            .fixed(System.nanoTime(), Long.BYTES));
    return true;
  }

  /** Behind the beginning of a connection, be it made or under way. */
  public static void connected(FileDescriptor fd, SocketAddress to) {
    if (to instanceof InetSocketAddress) {
      connected(fd, ((InetSocketAddress) to).getAddress(), ((InetSocketAddress) to).getPort());
    }
  }

  /** The same. */
  public static void connected(FileDescriptor fd, InetAddress to, int port) {
    boolean hushed = Noise.hush();
    try {
      if (to != null) {
        addConnected(fd, to, port, port(localPort, fd));
      }
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  private static synchronized void addConnected(
      FileDescriptor fd, InetAddress to, int port, int local) {
    if (find(fd) != null) {
      return;
    }
    if (OWN[port] && isHere(to)) {
      if (!blame(port, local)) {
        CALLS[local]++;
      }
      return;
    }
    byte[] address = to.getAddress();
    add(new Peer(fd, connections++, local, port, false));
    tape.write(
        new NetworkTape.Body(NetworkCodes.CONNECTED, address.length)
            .fixed(System.nanoTime(), Long.BYTES)
            .varint(port)
            .varint(address.length)
            .raw(address, 0, address.length));
  }

  private static boolean isHere(InetAddress address) {
    return address.isLoopbackAddress() || address.isAnyLocalAddress() || isOfInterface(address);
  }

  private static boolean isOfInterface(InetAddress address) {
    try {
      return java.net.NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** The program has accepted a connection of its own before it was seen to be one. */
  private static boolean blame(int port, int local) {
    for (Peer peer : peers) {
      if (peer != null
          && !peer.own
          && !peer.listens
          && peer.local == port
          && peer.remote == local) {
        peer.own = true;
        tape.write(new NetworkTape.Body(NetworkCodes.OWN, 0).varint(peer.number));
        return true;
      }
    }
    return false;
  }

  /** Whom a read has brought something from, or the end; null if it is nobody who counts. */
  private static Peer heard(long count, FileDescriptor fd) {
    Peer peer = count == 0 || count < -1 ? null : find(fd);
    return peer == null || peer.own || peer.listens ? null : peer;
  }

  /** Behind a read into memory. */
  public static void received(int count, FileDescriptor fd, long address, int room) {
    Peer peer = heard(count, fd);
    if (peer == null) {
      return;
    }
    boolean hushed = Noise.hush();
    try {
      long now = System.nanoTime();
      if (count == -1) {
        event(NetworkCodes.ENDED, peer);
      } else {
        write(peer, now, address, count, count == room);
      }
      Recorder.network();
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  /** Behind a read into several pieces of memory. */
  public static void received(long count, FileDescriptor fd, long vector, int pieces) {
    Peer peer = heard(count, fd);
    if (peer == null) {
      return;
    }
    boolean hushed = Noise.hush();
    try {
      long now = System.nanoTime();
      if (count == -1) {
        event(NetworkCodes.ENDED, peer);
      }
      long left = count;
      for (int i = 0; i < pieces && left > 0; i++) {
        long here = Math.min(left, RawSockets.lengthOfPiece(vector, i));
        left -= here;
        boolean more = left > 0 || i == pieces - 1 && here == RawSockets.lengthOfPiece(vector, i);
        write(peer, now, RawSockets.piece(vector, i), here, more);
      }
      Recorder.network();
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  private static void write(Peer peer, long now, long address, long count, boolean filled) {
    for (long done = 0; done < count; ) {
      int part = (int) Math.min(NetworkCodes.MOST_BYTES, count - done);
      byte[] bytes = new byte[part];
      RawSockets.copy(address + done, bytes, part);
      done += part;
      tape.write(
          new NetworkTape.Body(NetworkCodes.RECEIVED, part)
              .varint(peer.number)
              .fixed(now, Long.BYTES)
              .varint(peer.sent)
              .fixed(filled || done < count ? NetworkCodes.FILLED : 0, 1)
              .raw(bytes, 0, part));
    }
  }

  private static void event(int type, Peer peer) {
    tape.write(
        new NetworkTape.Body(type, 0)
            .varint(peer.number)
            .fixed(System.nanoTime(), Long.BYTES)
            .varint(peer.sent));
  }

  /** A read has failed. */
  public static void broken(FileDescriptor fd) {
    boolean hushed = Noise.hush();
    try {
      Peer peer = find(fd);
      if (peer != null && !peer.own && !peer.listens) {
        event(NetworkCodes.BROKEN, peer);
      }
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  /** Behind a write. */
  public static void sent(long count, FileDescriptor fd) {
    Peer peer = count <= 0 ? null : find(fd);
    if (peer == null || peer.own) {
      return;
    }
    peer.sent += count;
    boolean hushed = Noise.hush();
    try {
      Recorder.network();
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  /** Before a descriptor is closed, whose number may then come again. */
  public static void closing(FileDescriptor fd) {
    boolean hushed = Noise.hush();
    try {
      remove(fd);
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    } finally {
      resume(hushed);
    }
  }

  private static synchronized void remove(FileDescriptor fd) {
    Peer peer = find(fd);
    if (peer == null) {
      return;
    }
    peers[RawSockets.number(fd)] = null;
    if (peer.listens) {
      OWN[peer.local] = false;
    } else if (!peer.own) {
      event(NetworkCodes.CLOSED, peer);
    }
  }

  private static Peer find(FileDescriptor fd) {
    int number = fd == null ? -1 : RawSockets.number(fd);
    Peer[] all = peers;
    Peer peer = number >= 0 && number < all.length ? all[number] : null;
    return peer != null && peer.fd == fd ? peer : null;
  }

  private static void add(Peer peer) {
    int number = RawSockets.number(peer.fd);
    if (number < 0 || number >= MOST_DESCRIPTORS) {
      return;
    }
    if (number >= peers.length) {
      peers = Arrays.copyOf(peers, Math.max(number + 1, 2 * peers.length));
    }
    peers[number] = peer;
  }

  /** A port, or 0 if there is none. */
  private static int port(Method question, FileDescriptor fd) {
    try {
      return (int) question.invoke(null, fd);
    } catch (ReflectiveOperationException noSocketOfTheInternet) {
      return 0;
    }
  }

  private static void resume(boolean hushed) {
    if (hushed) {
      Noise.resume();
    }
  }
}
