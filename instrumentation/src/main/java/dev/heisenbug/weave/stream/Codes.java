package dev.heisenbug.weave.stream;

/**
 * The bytes of a thread's event stream; {@code docs/formats.md} has the full contract. Written by
 * the recorder, read by everyone else.
 */
public final class Codes {
  /** Nothing was written from here on in this chunk. */
  public static final int END = 0x00;

  /** First of the one-byte tokens: the byte less this is the token's value. */
  public static final int TOKEN_0 = 0x01;

  /** How many token values fit into one byte. */
  public static final int SMALL_TOKENS = 0xA0;

  /** A token of at least {@link #SMALL_TOKENS}: varint of the value less that. */
  public static final int TOKEN = 0xA1;

  /** The last token was repeated: one byte, how often. */
  public static final int REPEAT_8 = 0xA2;

  /** The last token was repeated: four bytes, little endian, how often. */
  public static final int REPEAT_32 = 0xA3;

  /** Varint: nanoseconds since the stream's last clock. */
  public static final int CLOCK = 0xA4;

  /** Varint: path register when an exception was thrown. */
  public static final int THROWN = 0xA5;

  /** One byte input kind, zigzag varint value. */
  public static final int INPUT = 0xA6;

  /** A thread was started: varint place among this thread's children (1 is the first), clock. */
  public static final int CHILD = 0xA7;

  /** The thread ended: clock. */
  public static final int THREAD_END = 0xA8;

  /** The recorder gave up writing here (size cap or disk full): one byte reason. */
  public static final int TRUNCATED = 0xA9;

  /** A failure was seen in this thread: varint number of the failure, clock. */
  public static final int FAILURE = 0xAA;

  /**
   * First event of a stream: eight bytes absolute clock, varint parent serial (0 is none), varint
   * place among its children, varint flags, varint length and bytes of the name in UTF-8.
   */
  public static final int THREAD_START = 0xAB;

  /** A shared access in full-order mode: varint location, varint version. */
  public static final int ACCESS = 0xAC;

  /** Only in files of version 1: a synchronisation event of the same kind, without a clock. */
  public static final int SYNC_AGAIN = 0xAD;

  /**
   * One byte: how many synchronisation events without a clock come among the events from here to
   * the next one with a clock; a re-execution that takes the same path knows where and which.
   */
  public static final int SYNCS = 0xAE;

  /**
   * Only in files before version 3: tokens below 8, three bits each: the byte less this is the
   * number n of bytes that follow, 1 to 7. They are one little-endian number: a 1 bit, then the
   * tokens, if any, the last one lowest.
   */
  public static final int PACK_0 = 0xB0;

  /** First of the synchronisation events: the byte less this is the kind; then the clock. */
  public static final int SYNC_0 = 0xC0;

  /** How many kinds of synchronisation events there can be. */
  public static final int SYNC_KINDS = 32;

  /**
   * Tokens below 16, four bits each: the byte less this is the number n of bytes that follow, 1 to
   * 8. They are one little-endian number: a 1 bit, zeros up to a multiple of the width if there is
   * no room for one more, then the tokens, if any, the last one lowest.
   */
  public static final int PACK_4 = 0xE0;

  /** The same with tokens below 4, two bits each. */
  public static final int PACK_2 = 0xE8;

  /** The same with tokens below 2, one bit each. */
  public static final int PACK_1 = 0xF0;

  /** {@link #THREAD_START} flag: a virtual thread. */
  public static final int VIRTUAL = 1;

  /** {@link #THREAD_START} flag: a daemon thread. */
  public static final int DAEMON = 2;

  /** {@link #TRUNCATED} reason: the size cap. */
  public static final int CAP = 1;

  /** {@link #TRUNCATED} reason: no space or another error of the file system. */
  public static final int DISK = 2;

  /** First eight bytes of an event file, {@code HBEVENTS} in little endian. */
  public static final long FILE_MAGIC = 0x53544E4556454248L;

  /** First four bytes of a chunk, {@code HBCK} in little endian. */
  public static final int CHUNK_MAGIC = 0x4B434248;

  public static final int VERSION = 3;
  public static final int OLDEST_VERSION = 1;
  public static final int FILE_HEADER = 64;
  public static final int CHUNK_HEADER = 16;

  private Codes() {}
}
