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

  /** Kinds of inputs that are times: nanoTime, currentTimeMillis, Instant, Date. */
  private static final int CLOCKS = 1 | 1 << 1 | 1 << 9 | 1 << 10;

  /** The kind of input that says where the thread pauses. */
  private static final int PAUSE = 12;

  private static final int FIRST_CHUNK = 512;
  private static final int LARGEST_CHUNK = 1 << 18;
  private static final int CLOCK_EVERY = 32;
  private static final int CLOCK_SELDOM = 512;
  private static final int CLOCK_NANOS = 1000;
  private static final int OPEN_PACK = Codes.PACK_0 + 7;
  private static final int PACK_BITS = 54;
  private static final long FULL_PACK = 1L << PACK_BITS;

  private static final long EMPTY_PACK = 1 << 8 | OPEN_PACK;

  /** A pack in memory, its code included, that has room for one more token is below this. */
  private static final long ALMOST_FULL = FULL_PACK << 5;

  /** What the code in the lowest byte has to be changed by when a token moves it up. */
  private static final int NEXT = OPEN_PACK << 3 ^ OPEN_PACK;

  /** Where a pack without room is, for as long as none is open. */
  private static final long NONE = Raw.allocate(8);

  static {
    Raw.putLong(NONE, Long.MAX_VALUE);
  }

  /** Every third bit below {@link #FULL_PACK}: times a token it is a pack of that token alone. */
  private static final long ONES = 0x9249249249249L;

  private static final int MOST_REPEATS = Integer.MAX_VALUE - 64;
  private static final int LONGEST_BURST = 63;
  private static final int BURST_NANOS = 500;

  /** No token to compare the next one with, and none that it could be packed with. */
  private static final int NOTHING = -1;

  /** The last event was a token that fits into a pack. */
  private static final int SMALL = -2;

  /**
   * Two cache lines in front of what a thread writes all the time: logs of threads on different
   * cores are allocated side by side.
   */
  private long a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;

  final long tid;
  final int serial;
  private final Store store;
  private final boolean clocks;
  private final boolean adaptive;

  private long pos;
  private long soft;
  private long hard;

  /** The token that may be counted if it comes again, {@link #NOTHING} or {@link #SMALL}. */
  private int last = NOTHING;

  /** The pack that ends at the position, or {@link #NONE}. */
  private long open = NONE;

  /** Where the count of the last token's repeats ends; elsewhere there is none yet. */
  private long counted;

  private int repeats;

  /** Path numbers on their way between two methods, behind a leading 1. */
  private long handed = 1;

  private int clockEvery = CLOCK_EVERY;
  private long clock;
  private long stamped;
  private int burst;

  /** How many synchronisation events may still go without a clock, and where they are counted. */
  private int unstamped;

  private int counting;
  private long counter;
  private int chunks;
  private int chunkSize;
  private long scratch;

  private int clockReads;
  int children;

  /** What {@link Noise} keeps of this thread: its dice, when it began, how long it paused. */
  long noise;

  long noiseBegan;
  long noisePaused;
  boolean disturbed;

  /**
   * How often the thread came by each place, as far as {@link Noise} counts; null if it does not.
   */
  byte[] passed;

  /** The stripe of a shared access that is being recorded in full order, or -1. */
  int held = -1;

  Log(long tid, int serial, Store store, boolean clocks, boolean adaptive) {
    this.tid = tid;
    this.serial = serial;
    this.store = store;
    this.clocks = clocks;
    this.adaptive = adaptive;
  }

  /** A log that keeps nothing, to find out what it costs to write. */
  static Log nowhere() {
    Log log = new Log(-1, 0, null, false, false);
    log.scratch = Raw.allocate(FIRST_CHUNK * 2);
    log.openChunk();
    log.plan();
    return log;
  }

  /** A path number. */
  public void path(int number) {
    long at = open;
    long word = Raw.getLong(at);
    if ((number & ~7) == 0 && word < ALMOST_FULL) {
      Raw.putLong(at, word << 3 ^ (number << 8 ^ NEXT));
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
    if (collected != 1) {
      append(collected);
    }
    return 1;
  }

  /** What a woven method hands to one that it calls is kept until that one has begun. */
  public long hand(long collected) {
    handed = collected;
    return collected;
  }

  /** The called method has begun. */
  public long receive(long collected) {
    handed = 1;
    return collected;
  }

  /** The called method ends with a path number and hands everything back. */
  public void leave(long collected, int number) {
    handed = packed(collected, number);
  }

  /** What the called method has handed back. */
  public long take() {
    long collected = handed;
    handed = 1;
    return collected;
  }

  /** Writes what the called method has handed back. */
  public void flush() {
    flush(take());
  }

  private void append(long collected) {
    int bits = 63 - Long.numberOfLeadingZeros(collected);
    long word = Raw.getLong(open) >>> 8;
    if (Long.numberOfLeadingZeros(word) - bits >= 64 - PACK_BITS + 2) {
      Raw.putLong(open, (word << bits ^ collected ^ 1L << bits) << 8 | OPEN_PACK);
    } else {
      appendSlow(collected, bits);
    }
  }

  /** Fills the open pack, so that runs of one token are seen, and begins the next one. */
  private void appendSlow(long collected, int bits) {
    int left = bits;
    if (open != NONE && bits == PACK_BITS) {
      closePack();
    } else if (open != NONE) {
      long word = Raw.getLong(open) >>> 8;
      int taken = Long.numberOfLeadingZeros(word) - (63 - PACK_BITS);
      left -= taken;
      filled(open, word << taken | collected >>> left & (1L << taken) - 1);
    }
    if (left > 0) {
      begin(1L << left | collected & (1L << left) - 1, left);
    }
  }

  /** Writes tokens where no pack is open. */
  private void begin(long tokens, int bits) {
    if (bits == 3) {
      pathSlow((int) tokens & 7);
      return;
    }
    if ((last & ~7) == 0 && tokens == (1L << bits | ONES * last & (1L << bits) - 1)) {
      again(bits / 3);
      return;
    }
    room();
    long at = pos;
    pos = at + 8;
    if (bits == PACK_BITS) {
      filled(at, tokens);
    } else {
      Raw.putLong(at, tokens << 8 | OPEN_PACK);
      open = at;
      last = SMALL;
    }
  }

  /** The rounds of a counted loop that was left. */
  public void loop(int depth, int rounds) {
    path(rounds & Integer.MAX_VALUE);
  }

  private void pathSlow(int number) {
    boolean packable = (number & ~7) == 0;
    if (open != NONE) {
      if (packable) {
        filled(open, Raw.getLong(open) >>> 8 << 3 | number);
        openNext();
        return;
      }
      closePack();
    } else if (number == last) {
      again(1);
      return;
    }
    room();
    if (packable && (last == SMALL || (last & ~7) == 0)) {
      open = pos;
      Raw.putLong(pos, (8L | number) << 8 | OPEN_PACK);
      pos += 8;
      last = SMALL;
      return;
    }
    last = packable ? SMALL : number;
    if (number >= 0 && number < Codes.SMALL_TOKENS) {
      Raw.putByte(pos++, (byte) (number + Codes.TOKEN_0));
    } else {
      varint(Codes.TOKEN, 8, (number & 0xFFFFFFFFL) - Codes.SMALL_TOKENS);
    }
  }

  /** Writes a full pack; after one of nothing but one token its repeats are counted instead. */
  private void filled(long at, long word) {
    Raw.putLong(at, word << 8 | OPEN_PACK);
    open = NONE;
    int number = (int) word & 7;
    last = word == (FULL_PACK | ONES * number) ? number : SMALL;
  }

  /** After a full pack an empty one, unless a run is counted or something else is due. */
  private void openNext() {
    long at = pos;
    if (last == SMALL && at < soft) {
      Raw.putLong(at, EMPTY_PACK);
      pos = at + 8;
      open = at;
    }
  }

  /** Gives back the bytes that the open pack did not need. */
  private void closePack() {
    long at = open;
    long word = Raw.getLong(at);
    open = NONE;
    if (word == EMPTY_PACK) {
      Raw.putLong(at, 0);
      pos = at;
      return;
    }
    int bytes = 64 - Long.numberOfLeadingZeros(word >>> 8) + 7 >> 3;
    Raw.putByte(at, (byte) (Codes.PACK_0 + bytes));
    pos = at + 1 + bytes;
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
        last = NOTHING;
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
    flush();
    other();
    varint(Codes.THROWN, 8, register & 0xFFFFFFFFL);
  }

  /**
   * A synchronisation operation. It is stamped, unless stamps come so thick that each would cost
   * more than the operation and tell little: then up to {@link #LONGEST_BURST} go without. Those
   * are only counted, in place: which they are and where is known to who takes the same path.
   */
  public void sync(int kind) {
    int left = unstamped - 1;
    if (left >= 0 && pos < soft) {
      unstamped = left;
      Raw.putByte(counter, (byte) (counting - left));
    } else {
      stamp(kind);
    }
  }

  private void stamp(int kind) {
    long now = System.nanoTime();
    quiet();
    if (pos >= soft) {
      pace(now);
    }
    if (pos >= hard) {
      openChunk();
    }
    if (now - stamped < BURST_NANOS) {
      burst = Math.min(LONGEST_BURST, burst * 2 + 1);
    } else if (now - stamped > 2 * BURST_NANOS) {
      burst >>= 1;
    }
    stamped = now;
    delta(Codes.SYNC_0 + kind, 8, now);
    unstamped = 0;
    if (adaptive && burst > 0) {
      counting = unstamped = Math.min(burst, clockEvery);
      Raw.putShort(pos, (short) Codes.SYNCS);
      counter = pos + 1;
      pos += 2;
    }
  }

  void input(int kind, long value) {
    if ((CLOCKS >>> kind & 1) != 0) {
      clockReads++;
    }
    other();
    varint(Codes.INPUT | kind << 8, 16, value << 1 ^ value >> 63);
  }

  /** The thread is about to pause at a place. */
  void pause(int place) {
    long now = System.nanoTime();
    other();
    varint(Codes.INPUT | PAUSE << 8, 16, (long) place << 1);
    delta(Codes.CLOCK, 8, now);
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

  /** How often the thread has asked for the time; a thread that does so waits for a moment. */
  int clockReads() {
    return clockReads;
  }

  /** Progress as the watchdog sees it: changes whenever the stream does. */
  long progress() {
    return pos * 31 + repeats + unstamped + Raw.getLong(open);
  }

  /** Ends runs of tokens before an event of another kind. */
  private void quiet() {
    last = NOTHING;
    if (open != NONE) {
      closePack();
    }
  }

  private void other() {
    quiet();
    room();
  }

  private void room() {
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
      pace(now);
      delta(Codes.CLOCK, 8, now);
      if (pos >= hard) {
        openChunk();
      }
    }
    plan();
  }

  /** Bytes that were written within a microsecond need no clock of their own. */
  private void pace(long now) {
    long since = now - clock;
    if (since < CLOCK_NANOS) {
      clockEvery = Math.min(CLOCK_SELDOM, clockEvery * 2);
    } else if (since > 4 * CLOCK_NANOS) {
      clockEvery = CLOCK_EVERY;
    }
  }

  private void plan() {
    soft = clocks ? Math.min(hard, pos + clockEvery) : hard;
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
      unstamped = 0;
      Recorder.truncated(store.closedFor());
      scratch = Raw.allocate(FIRST_CHUNK * 2);
    }
    pos = scratch;
    hard = scratch + FIRST_CHUNK;
  }
}
