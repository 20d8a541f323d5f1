package dev.heisenbug.weave.stream;

/**
 * The bytes of a recording's network file; {@code docs/formats.md} has the full contract. Written
 * by the recorder, read by everyone else.
 */
public final class NetworkCodes {
  /** Name of the file in a recording. */
  public static final String FILE = "network.bin";

  /** A socket of the program listens: varint port, clock. */
  public static final int LISTENING = 1;

  /** A connection was accepted: varint listening socket, counted from 0, clock. */
  public static final int ACCEPTED = 2;

  /** A connection was begun: clock, varint port, varint length and bytes of the address. */
  public static final int CONNECTED = 3;

  /** The program received bytes: varint connection, clock, varint gate, one byte flags, bytes. */
  public static final int RECEIVED = 4;

  /** The other end sends no more: varint connection, clock, varint gate. */
  public static final int ENDED = 5;

  /** The other end broke the connection off: varint connection, clock, varint gate. */
  public static final int BROKEN = 6;

  /** The program closed the connection: varint connection, clock, varint bytes sent. */
  public static final int CLOSED = 7;

  /** The other end turned out to be the program's own: varint connection. */
  public static final int OWN = 8;

  /** The recorder gave up writing here: one byte reason, as in event files. */
  public static final int TRUNCATED = 9;

  /** {@link #RECEIVED} flag: there was no room for more, so more may have come with it. */
  public static final int FILLED = 1;

  /** First eight bytes of the file, {@code HBNETWRK} in little endian. */
  public static final long MAGIC = 0x4B525754454E4248L;

  public static final int VERSION = 1;
  public static final int HEADER = 16;

  /** Bytes before the body of a record: its type, and the body's length. */
  public static final int PREFIX = 5;

  /** Most bytes that one record of received bytes holds. */
  public static final int MOST_BYTES = 1 << 16;

  /** Most bytes of a record's body. */
  public static final int MOST_BODY = MOST_BYTES + 64;

  private NetworkCodes() {}
}
