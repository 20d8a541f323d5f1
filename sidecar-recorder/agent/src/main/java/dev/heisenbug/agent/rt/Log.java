package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.Raw;
import dev.heisenbug.weave.stream.Codes;

/**
 * One thread's event stream. Only its thread writes, to memory that survives the process; nothing
 * here takes a lock, allocates, or calls woven code, except when a chunk is full.
 */
public final class Log {
  /** Room behind the limit of a chunk that the longest event but a thread's name fits into. */
  static final int SLACK = 48;

  private static final int FIRST_CHUNK = 512;
  private static final int LARGEST_CHUNK = 1 << 18;
  private static final int CLOCK_EVERY = 32;
  private static final int OPEN_PACK = Codes.PACK_0 + 7;
  private static final long FULL_PACK = 1L << 54;

  /** Every third bit below {@link #FULL_PACK}: times a token it is a pack of that token alone. */
  private static final long ONES = 0x9249249249249L;

  private static final int MOST_REPEATS = Integer.MAX_VALUE - 64;
  private static final int LONGEST_BURST = 15;
  private static final int BURST_NANOS = 300;

  final long tid;
  final int serial;
  private final Store store;
  private final boolean clocks;
  private final boolean adaptive;

  private long pos;
  private long soft;
  private long hard;
  private int last = -1;

  /** Tokens in the pack that ends at the position, behind a leading 1; 0 if none is open. */
  private long pack;

  /** The last event was a token that fits into a pack. */
  private boolean small;

  /** Where the count of the last token's repeats ends; elsewhere there is none yet. */
  private long counted;

  private int repeats;
  private long clock;
  private long stamped;
  private int burst;
  private int unstamped;
  private int lastKind = -1;
  private int chunks;
  private int chunkSize;
  private long scratch;

  int children;

  /** The stripe of a shared access that is being recorded in full order, or -1. */
  int held = -1;

  Log(long tid, int serial, Store store, boolean clocks, boolean adaptive) {
    this.tid = tid;
    this.serial = serial;
    this.store = store;
    this.clocks = clocks;
    this.adaptive = adaptive;
  }

  /** A path number. */
  public void path(int number) {
    long word = pack;
    if (word != 0 && (number & ~7) == 0) {
      word = word << 3 | number;
      Raw.putLong(pos - 8, word << 8 | OPEN_PACK);
      if (word < FULL_PACK) {
        pack = word;
      } else {
        filled(word, number);
      }
    } else {
      pathSlow(number);
    }
  }

  /**
   * Adds a path number to those that a loop has collected in a variable, behind a leading 1; they
   * are written when a pack is full, and by {@link #flush}.
   */
  public long packed(long collected, int number) {
    long word = collected << 3 | number;
    return (number & ~7) == 0 && word < FULL_PACK ? word : write(collected, number);
  }

  private long write(long collected, int number) {
    if ((number & ~7) == 0) {
      return flush(collected << 3 | number);
    }
    flush(collected);
    path(number & Integer.MAX_VALUE);
    return 1;
  }

  /** Writes the path numbers that a loop has collected; returns the empty collection. */
  public long flush(long collected) {
    int bits = 63 - Long.numberOfLeadingZeros(collected);
    long rest = collected;
    while (bits > 0) {
      long word = pack;
      if (word != 0) {
        int taken = Math.min(bits, Long.numberOfLeadingZeros(word) - 9);
        bits -= taken;
        word = word << taken | rest >>> bits & (1L << taken) - 1;
        Raw.putLong(pos - 8, word << 8 | OPEN_PACK);
        if (word < FULL_PACK) {
          pack = word;
        } else {
          filled(word, (int) word & 7);
        }
      } else if ((last & ~7) == 0 && rest == (1L << bits | ONES * last & (1L << bits) - 1)) {
        again(bits / 3);
        bits = 0;
      } else {
        bits -= 3;
        pathSlow((int) (rest >>> bits) & 7);
      }
      rest = 1L << bits | rest & (1L << bits) - 1;
    }
    return 1;
  }

  /** The rounds of a counted loop that was left. */
  public void loop(int depth, int rounds) {
    path(rounds & Integer.MAX_VALUE);
  }

  private void pathSlow(int number) {
    if (number == last) {
      again(1);
      return;
    }
    if (pack != 0) {
      closePack();
    }
    if (pos >= soft) {
      makeRoom(clocks ? System.nanoTime() : 0);
    }
    boolean packable = (number & ~7) == 0;
    if (packable && small) {
      pack = 8 | number;
      Raw.putLong(pos, pack << 8 | OPEN_PACK);
      pos += 8;
      last = -1;
      return;
    }
    small = packable;
    last = packable ? -1 : number;
    if (number >= 0 && number < Codes.SMALL_TOKENS) {
      Raw.putByte(pos++, (byte) (number + Codes.TOKEN_0));
    } else {
      varint(Codes.TOKEN, 8, (number & 0xFFFFFFFFL) - Codes.SMALL_TOKENS);
    }
  }

  /** After a pack of nothing but one token its repeats are counted instead. */
  private void filled(long word, int number) {
    pack = 0;
    last = word == (FULL_PACK | ONES * number) ? number : -1;
  }

  /** Gives back the bytes that the open pack did not need. */
  private void closePack() {
    int bytes = 64 - Long.numberOfLeadingZeros(pack) + 7 >> 3;
    Raw.putByte(pos - 8, (byte) (Codes.PACK_0 + bytes));
    pos -= 7 - bytes;
    pack = 0;
  }

  /** Counts a token that came again, a few times at most, in place. */
  private void again(int times) {
    if (counted != pos) {
      Raw.putShort(pos, (short) (Codes.REPEAT_8 | times << 8));
      pos += 2;
      counted = pos;
      repeats = times;
      return;
    }
    int before = repeats;
    int count = before + times;
    repeats = count;
    if (before > 255) {
      Raw.putInt(pos - 4, count - 255);
      if (count > MOST_REPEATS) {
        last = -1;
      }
    } else if (count < 256) {
      Raw.putByte(pos - 1, (byte) count);
    } else {
      Raw.putByte(pos - 1, (byte) 255);
      Raw.putLong(pos, Codes.REPEAT_32 | count - 255L << 8);
      pos += 5;
      counted = pos;
    }
  }

  /** An exception was thrown; the register says which branches were passed. */
  public void thrown(int register) {
    other();
    varint(Codes.THROWN, 8, register & 0xFFFFFFFFL);
  }

  /**
   * A synchronisation operation. It is stamped, unless stamps come so thick that each would cost
   * more than the operation and tell little: then up to {@link #LONGEST_BURST} go without, which
   * shows as a clock that stands still.
   */
  void sync(int kind) {
    quiet();
    long at = pos;
    if (unstamped > 0 && at < soft) {
      unstamped--;
      if (kind == lastKind) {
        Raw.putByte(at, (byte) Codes.SYNC_AGAIN);
        pos = at + 1;
      } else {
        Raw.putShort(at, (short) (Codes.SYNC_0 + kind));
        pos = at + 2;
        lastKind = kind;
      }
      return;
    }
    long now = System.nanoTime();
    if (at >= hard) {
      openChunk();
    }
    if (now - stamped < BURST_NANOS) {
      burst = Math.min(LONGEST_BURST, burst * 2 + 1);
    } else if (now - stamped > 2 * BURST_NANOS) {
      burst >>= 1;
    }
    stamped = now;
    lastKind = kind;
    unstamped = adaptive ? burst : 0;
    delta(Codes.SYNC_0 + kind, 8, now);
  }

  void input(int kind, long value) {
    other();
    varint(Codes.INPUT | kind << 8, 16, value << 1 ^ value >> 63);
  }

  void child(int place) {
    long now = System.nanoTime();
    other();
    long delta = Math.max(0, now - clock);
    clock = Math.max(clock, now);
    long at = pos;
    pos = encode(encode(at + 1, place), delta);
    Raw.storeFence();
    Raw.putByte(at, (byte) Codes.CHILD);
  }

  void clock() {
    long now = System.nanoTime();
    other();
    delta(Codes.CLOCK, 8, now);
  }

  void ended() {
    long now = System.nanoTime();
    other();
    delta(Codes.THREAD_END, 8, now);
  }

  void failure(int number) {
    long now = System.nanoTime();
    other();
    long delta = Math.max(0, now - clock);
    clock = Math.max(clock, now);
    long at = pos;
    pos = encode(encode(at + 1, number), delta);
    Raw.storeFence();
    Raw.putByte(at, (byte) Codes.FAILURE);
  }

  void access(int location, long version) {
    other();
    long at = pos;
    pos = encode(encode(at + 1, location), version);
    Raw.putByte(at, (byte) Codes.ACCESS);
  }

  void start(int parent, int place, int flags, byte[] name) {
    int needed = 64 + name.length;
    chunkSize = Math.max(FIRST_CHUNK, Integer.highestOneBit(needed + Codes.CHUNK_HEADER) * 2);
    clock = System.nanoTime();
    openChunk();
    long at = pos;
    Raw.putLong(at + 1, clock);
    long to = encode(encode(encode(encode(at + 9, parent), place), flags), name.length);
    for (byte b : name) {
      Raw.putByte(to++, b);
    }
    Raw.storeFence();
    Raw.putByte(at, (byte) Codes.THREAD_START);
    pos = to;
    plan();
  }

  /** Progress as the watchdog sees it: changes whenever the stream does. */
  long progress() {
    return pos * 31 + repeats + pack;
  }

  /** Ends runs of tokens before an event of another kind. */
  private void quiet() {
    last = -1;
    small = false;
    if (pack != 0) {
      closePack();
    }
  }

  private void other() {
    quiet();
    if (pos >= soft) {
      makeRoom(clocks ? System.nanoTime() : 0);
    }
  }

  private void delta(int code, int bits, long now) {
    long delta = now - clock;
    if (delta < 0) {
      delta = 0;
    } else {
      clock = now;
    }
    varint(code, bits, delta);
    plan();
  }

  /** Writes a code and a number in one store where they fit, else the first bytes last. */
  private void varint(int code, int bits, long value) {
    long at = pos;
    if (value >>> 7 == 0) {
      Raw.putInt(at, code | (int) value << bits);
      pos = at + (bits >> 3) + 1;
    } else if (value >>> 14 == 0) {
      Raw.putInt(at, code | ((int) value & 0x7F | 0x80 | ((int) value >>> 7) << 8) << bits);
      pos = at + (bits >> 3) + 2;
    } else {
      pos = encode(at + (bits >> 3), value);
      if (bits == 16) {
        Raw.putByte(at + 1, (byte) (code >> 8));
      }
      Raw.storeFence();
      Raw.putByte(at, (byte) code);
    }
  }

  private static long encode(long at, long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      Raw.putByte(at++, (byte) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    Raw.putByte(at++, (byte) rest);
    return at;
  }

  /** A clock is due, or the chunk is full. */
  private void makeRoom(long now) {
    if (pos >= hard) {
      openChunk();
    } else if (clocks) {
      delta(Codes.CLOCK, 8, now);
      if (pos >= hard) {
        openChunk();
      }
    }
    plan();
  }

  private void plan() {
    soft = clocks ? Math.min(hard, pos + CLOCK_EVERY) : hard;
  }

  private void openChunk() {
    if (scratch == 0) {
      long chunk = store.chunk(chunkSize, serial, chunks);
      if (chunk != 0) {
        chunks++;
        pos = chunk + Codes.CHUNK_HEADER;
        hard = chunk + chunkSize - SLACK;
        chunkSize = Math.min(LARGEST_CHUNK, chunkSize * 2);
        return;
      }
      if (pos != 0) {
        Raw.putShort(pos, (short) (Codes.TRUNCATED | store.closedFor() << 8));
      }
      Recorder.truncated(store.closedFor());
      scratch = Raw.allocate(FIRST_CHUNK * 2);
    }
    pos = scratch;
    hard = scratch + FIRST_CHUNK;
  }
}
