package dev.heisenbug.weave.stream;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a recorded program heard from other processes: its listening sockets, and of each connection
 * what the other end did, in order. The bytes themselves stay in the file until they are asked for.
 */
public final class NetworkFile {
  private final Path path;
  private final List<Listener> listeners = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();
  private int truncatedFor;
  private boolean torn;

  private NetworkFile(Path path) {
    this.path = path;
  }

  /** A socket that the program listened on. */
  public static final class Listener {
    public final int port;
    public final long clock;

    Listener(int port, long clock) {
      this.port = port;
      this.clock = clock;
    }
  }

  /** One connection with another process. */
  public static final class Connection {
    /** Place among all connections, from 0. */
    public final int number;

    /** The listening socket that it was accepted on, or -1. */
    public final int listener;

    /** Whom the program connected to, if {@link #listener} is -1. */
    public final int port;

    public final long clock;
    private final byte[] address;
    private final List<Step> steps = new ArrayList<>();
    private boolean own;

    Connection(int number, int listener, int port, long clock, byte[] address) {
      this.number = number;
      this.listener = listener;
      this.port = port;
      this.clock = clock;
      this.address = address;
    }

    /** What the other end did, in order. */
    public List<Step> steps() {
      return steps;
    }

    /** Whether the program connected to this address: four or sixteen bytes. */
    public boolean isTo(byte[] other, int otherPort) {
      return listener < 0 && port == otherPort && Arrays.equals(address, other);
    }
  }

  /** Something that the other end of a connection did. */
  public static final class Step {
    /** One of RECEIVED, ENDED and BROKEN of {@link NetworkCodes}. */
    public final int type;

    /** When the program saw it. */
    public final long clock;

    /** How many bytes the program had sent until then. */
    public final long gate;

    /** How many bytes came. */
    public final int length;

    /** Whether there was no room for more. */
    public final boolean filled;

    private final long at;

    Step(int type, long clock, long gate, boolean filled, long at, int length) {
      this.type = type;
      this.clock = clock;
      this.gate = gate;
      this.filled = filled;
      this.at = at;
      this.length = length;
    }
  }

  /** Reads a file that may still be written to or was left by a crash. */
  public static NetworkFile read(Path path) throws IOException {
    NetworkFile network = new NetworkFile(path);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      network.read(file);
    } catch (BufferUnderflowException e) {
      throw new StreamException("a record of the network file ends too early");
    }
    return network;
  }

  private void read(RandomAccessFile file) throws IOException {
    long size = file.length();
    ByteBuffer header = bytes(file, 0, (int) Math.min(size, NetworkCodes.HEADER));
    if (header.remaining() < NetworkCodes.HEADER || header.getLong() != NetworkCodes.MAGIC) {
      throw new StreamException("not a network file");
    }
    int version = header.getInt();
    if (version != NetworkCodes.VERSION) {
      throw new StreamException(
          "network file of version " + version + ", this reads " + NetworkCodes.VERSION);
    }
    long at = NetworkCodes.HEADER;
    while (at < size && truncatedFor == 0) {
      if (size - at < NetworkCodes.PREFIX) {
        torn = true;
        return;
      }
      ByteBuffer prefix = bytes(file, at, NetworkCodes.PREFIX);
      int type = prefix.get();
      int length = prefix.getInt();
      if (type < NetworkCodes.LISTENING || type > NetworkCodes.TRUNCATED) {
        throw new StreamException("no record of the network file at byte " + at);
      }
      if (length < 0 || length > NetworkCodes.MOST_BODY) {
        throw new StreamException("a record of " + length + " bytes in the network file");
      }
      at += NetworkCodes.PREFIX;
      if (size - at < length) {
        torn = true;
        return;
      }
      record(type, bytes(file, at, length), at);
      at += length;
    }
  }

  private static ByteBuffer bytes(RandomAccessFile file, long at, int count) throws IOException {
    byte[] bytes = new byte[count];
    file.seek(at);
    file.readFully(bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void record(int type, ByteBuffer body, long at) throws StreamException {
    switch (type) {
      case NetworkCodes.LISTENING:
        listeners.add(new Listener(port(body), body.getLong()));
        break;
      case NetworkCodes.ACCEPTED:
        int listener = number(body, listeners.size(), "listening socket");
        connections.add(new Connection(connections.size(), listener, 0, body.getLong(), null));
        break;
      case NetworkCodes.CONNECTED:
        connected(body);
        break;
      case NetworkCodes.RECEIVED:
      case NetworkCodes.ENDED:
      case NetworkCodes.BROKEN:
        step(type, body, at);
        break;
      case NetworkCodes.CLOSED:
        connection(body);
        body.getLong();
        varint(body);
        break;
      case NetworkCodes.OWN:
        connection(body).own = true;
        break;
      default:
        truncatedFor = Math.max(1, body.get());
    }
    if (body.hasRemaining()) {
      throw new StreamException("a record of the network file has bytes left over");
    }
  }

  private void connected(ByteBuffer body) throws StreamException {
    long clock = body.getLong();
    int port = port(body);
    long length = varint(body);
    if (length != 4 && length != 16) {
      throw new StreamException("an address of " + length + " bytes in the network file");
    }
    byte[] address = new byte[(int) length];
    body.get(address);
    connections.add(new Connection(connections.size(), -1, port, clock, address));
  }

  private void step(int type, ByteBuffer body, long at) throws StreamException {
    Connection connection = connection(body);
    long clock = body.getLong();
    long gate = varint(body);
    boolean received = type == NetworkCodes.RECEIVED;
    boolean filled = received && (body.get() & NetworkCodes.FILLED) != 0;
    int length = received ? body.remaining() : 0;
    connection.steps.add(new Step(type, clock, gate, filled, at + body.position(), length));
    body.position(body.position() + length);
  }

  private Connection connection(ByteBuffer body) throws StreamException {
    return connections.get(number(body, connections.size(), "connection"));
  }

  private static int number(ByteBuffer body, int count, String what) throws StreamException {
    long number = varint(body);
    if (number < 0 || number >= count) {
      throw new StreamException("the network file speaks of " + what + " " + number + " too early");
    }
    return (int) number;
  }

  private static int port(ByteBuffer body) throws StreamException {
    long port = varint(body);
    if (port < 0 || port > 0xFFFF) {
      throw new StreamException("port " + port + " in the network file");
    }
    return (int) port;
  }

  private static long varint(ByteBuffer body) throws StreamException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = body.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new StreamException("a number in the network file is too long");
  }

  /** The program's listening sockets, in order of their making. */
  public List<Listener> listeners() {
    return listeners;
  }

  /** Connections with other processes, in order of their making. */
  public List<Connection> connections() {
    List<Connection> foreign = new ArrayList<>();
    for (Connection c : connections) {
      if (!c.own) {
        foreign.add(c);
      }
    }
    return foreign;
  }

  /** The bytes that came with a step. */
  public byte[] bytes(Step step) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      return bytes(file, step.at, step.length).array();
    } catch (EOFException e) {
      throw new StreamException("the network file has become shorter");
    }
  }

  /** Why the recorder gave up writing, as in event files; 0 if it did not. */
  public int truncatedFor() {
    return truncatedFor;
  }

  /** Whether the last record is incomplete: the program died while it was written. */
  public boolean torn() {
    return torn;
  }
}
