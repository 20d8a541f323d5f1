package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.Raw;
import dev.heisenbug.agent.raw.Tokens;
import dev.heisenbug.weave.stream.Codes;

/**
 * One thread's event stream. Only its thread writes, to memory that survives the process; nothing
 * here takes a lock, allocates, or calls woven code, except when a chunk is full.
 */
public final class Log extends Tokens {
  /** Room behind the limit of a chunk that the longest event but a thread's name fits into. */
  static final int SLACK = 48;

  /** Kinds of inputs that are times: nanoTime, currentTimeMillis, Instant, Date. */
  private static final int CLOCKS = 1 | 1 << 1 | 1 << 9 | 1 << 10;

  /** The kind of input that says where the thread pauses. */
  private static final int PAUSE = 12;

  private static final int NETWORK = 13;

  private static final int FIRST_CHUNK = 512;
  private static final int LARGEST_CHUNK = 1 << 18;
  private static final int CLOCK_EVERY = 32;
  private static final int CLOCK_SELDOM = 512;
  private static final int CLOCK_NANOS = 1000;
  private static final int LONGEST_BURST = 63;
  private static final int BURST_NANOS = 500;

  final long tid;
  final int serial;
  private final Store store;
  private final boolean clocks;
  private final boolean adaptive;

  private long hard;

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

  /** Whether the thread is virtual, and inside the JDK's code: it has to keep its carrier there. */
  boolean virtual;

  boolean inLibrary;

  /** What {@link Turns} keeps of this thread; null if it took part in none. */
  Turns.Turn turn;

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

  /** An exception was thrown; the register says which branches were passed. */
  public void thrown(int register) {
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

  /** Something has passed a connection of the thread's with another process. */
  void network() {
    long now = System.nanoTime();
    other();
    varint(Codes.INPUT | NETWORK << 8, 16, 0);
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
    return written() + unstamped;
  }

  private void other() {
    quiet();
    room();
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

  @Override
  protected void makeRoom() {
    long now = clocks ? System.nanoTime() : 0;
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
