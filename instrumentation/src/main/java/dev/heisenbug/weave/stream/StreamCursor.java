package dev.heisenbug.weave.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Walks one thread's events in order; also runs inside a target JVM, so it depends on nothing. */
public final class StreamCursor {
  private final List<byte[]> chunks;
  private int chunk;
  private byte[] data;
  private int at;

  private EventType type = EventType.NONE;
  private long value;
  private long repeats;
  private long token = -1;
  private long pack;
  private int packed;
  private int width;
  private int kind;
  private int syncKind = -1;
  private long clock;
  private int parent;
  private int flags;
  private String name = "";
  private boolean torn;
  private long events;
  private long passed;

  /**
   * @param chunks the thread's chunk bodies in order; each ends at its length or a zero opcode
   */
  public StreamCursor(List<byte[]> chunks) {
    this.chunks = chunks;
    this.data = chunks.isEmpty() ? new byte[0] : chunks.get(0);
  }

  /** Moves to the next event; at the end it stays on {@link EventType#END}. */
  public EventType next() throws StreamException {
    if (type == EventType.TORN || type == EventType.END) {
      return type = EventType.END;
    }
    do {
      if (repeats > 0) {
        repeats--;
        value = token;
        type = EventType.TOKEN;
      } else if (packed > 0) {
        value = token = pack >>> width * --packed & (1 << width) - 1;
        type = EventType.TOKEN;
      } else if (atEnd()) {
        return type = EventType.END;
      } else {
        type = decode(data[at++] & 0xFF);
        if (torn) {
          return type = EventType.TORN;
        }
      }
    } while (type == EventType.NONE);
    events++;
    return type;
  }

  private boolean atEnd() {
    while (at >= data.length || data[at] == Codes.END) {
      if (chunk + 1 >= chunks.size()) {
        return true;
      }
      passed += at;
      data = chunks.get(++chunk);
      at = 0;
    }
    return false;
  }

  private EventType decode(int code) throws StreamException {
    if (code > Codes.PACK_4) {
      return unpack(code);
    }
    if (code >= Codes.SYNC_0 && code < Codes.SYNC_0 + Codes.SYNC_KINDS) {
      kind = syncKind = code - Codes.SYNC_0;
      tick();
      return EventType.SYNC;
    }
    if (code < Codes.TOKEN_0 + Codes.SMALL_TOKENS) {
      value = token = code - Codes.TOKEN_0;
      return EventType.TOKEN;
    }
    if (code > Codes.PACK_0 && code <= Codes.PACK_0 + 7) {
      return unpack(code - Codes.PACK_0, 3);
    }
    switch (code) {
      case Codes.TOKEN:
        value = token = varint() + Codes.SMALL_TOKENS;
        return EventType.TOKEN;
      case Codes.REPEAT_8:
        return repeat(oneByte());
      case Codes.REPEAT_32:
        return repeat(little(4));
      case Codes.CLOCK:
        tick();
        return EventType.CLOCK;
      case Codes.THROWN:
        value = varint();
        return EventType.THROWN;
      case Codes.INPUT:
        kind = oneByte();
        long coded = varint();
        value = coded >>> 1 ^ -(coded & 1);
        return EventType.INPUT;
      case Codes.CHILD:
        value = varint();
        tick();
        return EventType.CHILD;
      case Codes.THREAD_END:
        tick();
        return EventType.THREAD_END;
      case Codes.TRUNCATED:
        kind = oneByte();
        return EventType.TRUNCATED;
      case Codes.FAILURE:
        value = varint();
        tick();
        return EventType.FAILURE;
      case Codes.THREAD_START:
        return start();
      case Codes.ACCESS:
        kind = (int) varint();
        value = varint();
        return EventType.ACCESS;
      case Codes.SYNCS:
        value = oneByte();
        return value == 0 ? EventType.NONE : EventType.SYNCS;
      case Codes.SYNC_AGAIN:
        if (syncKind < 0) {
          throw new StreamException("a repeated event without one before it");
        }
        kind = syncKind;
        return EventType.SYNC;
      default:
        throw new StreamException("unknown event code " + code + " at byte " + (at - 1));
    }
  }

  private EventType repeat(long count) throws StreamException {
    if (token < 0) {
      throw new StreamException("a repeat without a token before it at byte " + (at - 1));
    }
    repeats += count;
    return EventType.NONE;
  }

  private EventType unpack(int code) throws StreamException {
    if (code > Codes.PACK_1 + 8) {
      throw new StreamException("unknown event code " + code + " at byte " + (at - 1));
    }
    if (code > Codes.PACK_1) {
      return unpack(code - Codes.PACK_1, 1);
    }
    return code > Codes.PACK_2 ? unpack(code - Codes.PACK_2, 2) : unpack(code - Codes.PACK_4, 4);
  }

  private EventType unpack(int bytes, int bitsEach) throws StreamException {
    pack = little(bytes);
    width = bitsEach;
    int bits = 63 - Long.numberOfLeadingZeros(pack);
    boolean padded = bits % width == width - 1 && width != 3;
    if (!torn && bits % width != 0 && !padded) {
      throw new StreamException("packed tokens without a count at byte " + (at - 1));
    }
    packed = Math.max(0, bits / width);
    return EventType.NONE;
  }

  private EventType start() throws StreamException {
    clock = little(8);
    parent = (int) varint();
    value = varint();
    flags = (int) varint();
    long length = varint();
    if (length < 0 || length > data.length - at) {
      torn = true;
      return EventType.TORN;
    }
    name = new String(data, at, (int) length, StandardCharsets.UTF_8);
    at += (int) length;
    return EventType.THREAD_START;
  }

  private void tick() throws StreamException {
    clock += varint();
  }

  private int oneByte() {
    if (at >= data.length) {
      torn = true;
      return 0;
    }
    return data[at++] & 0xFF;
  }

  private long little(int bytes) {
    long result = 0;
    for (int i = 0; i < bytes; i++) {
      result |= (long) oneByte() << 8 * i;
    }
    return result;
  }

  private long varint() throws StreamException {
    long result = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = oneByte();
      result |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return result;
      }
    }
    throw new StreamException("a number with too many bytes at byte " + (at - 1));
  }

  /** What the cursor stands on. */
  public EventType type() {
    return type;
  }

  /**
   * Token, register of THROWN, value of INPUT, place of CHILD or THREAD_START, failure number, how
   * many SYNCS.
   */
  public long value() {
    return value;
  }

  /** Kind code of SYNC or INPUT, reason of TRUNCATED, location of ACCESS. */
  public int kind() {
    return kind;
  }

  /** Nanoseconds of the recording machine's monotonic clock at the last event that had a clock. */
  public long clock() {
    return clock;
  }

  /** Serial number of the thread that started this one, 0 if none is known. */
  public int parent() {
    return parent;
  }

  public boolean virtual() {
    return (flags & Codes.VIRTUAL) != 0;
  }

  public boolean daemon() {
    return (flags & Codes.DAEMON) != 0;
  }

  /** The thread's name when it was started. */
  public String name() {
    return name;
  }

  /** How many events were delivered, repeats included. */
  public long events() {
    return events;
  }

  /** Bytes of events passed so far, without what chunks have left over. */
  public long bytes() {
    return passed + at;
  }

  /** How often the token that the cursor stands on will be delivered again at once. */
  public long repeatsLeft() {
    return repeats;
  }

  /** Passes over the repeats that are left. */
  public void skipRepeats() {
    events += repeats;
    repeats = 0;
  }

  /** Passes over the tokens that were written together with the one that the cursor stands on. */
  public void skipTokens() {
    skipRepeats();
    if (packed > 0) {
      value = token = pack & (1 << width) - 1;
      events += packed;
      packed = 0;
    }
  }
}
