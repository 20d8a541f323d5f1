package dev.heisenbug.agent.raw;

import dev.heisenbug.weave.stream.Codes;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The part of a thread's log that takes path numbers, which come far more often than anything else.
 * What happens each time is compiled into woven code; what happens when a pack is full is not, so
 * that woven methods stay small and are not compiled again for its sake.
 *
 * <p>Woven code collects numbers in a variable: from the lowest bit up the last number first, each
 * as wide as the code says (1, 2 or 4 bits), above them a 1 and as many zeros as make it the sign
 * when no more fit. Written they are the same. Numbers that come one by one go into a pack of 4
 * bits each that is open, filled in place.
 */
public abstract class Tokens {
  private static final int WIDE = 4;
  private static final int OPEN_PACK = Codes.PACK_4 + 7;
  private static final int PACK_BITS = 52;
  private static final int MOST_PACKED = PACK_BITS / WIDE;
  private static final long FULL_PACK = 1L << PACK_BITS;

  private static final long EMPTY_PACK = 1 << 8 | OPEN_PACK;

  /** A pack in memory, its code included, that has room for more than one number is below this. */
  private static final long ALMOST_FULL = FULL_PACK << 8 - WIDE;

  /** What the code in the lowest byte has to be changed by when a number moves it up. */
  private static final int NEXT = OPEN_PACK << WIDE ^ OPEN_PACK;

  /** Where a pack without room is, for as long as none is open. */
  private static final long NONE = Raw.allocate(8);

  static {
    Raw.putLong(NONE, Long.MAX_VALUE);
  }

  private static final int MOST_REPEATS = Integer.MAX_VALUE - 64;

  /** No number to compare the next one with, and none that it could be packed with. */
  private static final int NOTHING = -1;

  /** The last event was a number that fits into a pack. */
  private static final int SMALL = -2;

  /**
   * Two cache lines in front of what a thread writes all the time: logs of threads on different
   * cores are allocated side by side.
   */
  private long a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;

  /** Where the next event goes. */
  protected long pos;

  /** Where something is due before the next event. */
  protected long soft;

  /** The number that may be counted if it comes again, {@link #NOTHING} or {@link #SMALL}. */
  private int last = NOTHING;

  /** The pack that ends at the position, or {@link #NONE}. */
  private long open = NONE;

  /** Where the count of the last number's repeats ends; elsewhere there is none yet. */
  private long counted;

  private int repeats;

  /** Numbers on their way between two methods, or 0. */
  private long handed;

  /** A clock is due, or the chunk is full. */
  protected abstract void makeRoom();

  /** A path number. */
  @ForceInline
  public final void path(int number) {
    long at = open;
    long word = Raw.getLong(at);
    if ((number & ~15) == 0 && word < ALMOST_FULL) {
      Raw.putLong(at, word << WIDE ^ (number << 8 ^ NEXT));
    } else {
      pathSlow(number);
    }
  }

  /** The rounds of a counted loop that was left. */
  public final void loop(int depth, int rounds) {
    path(rounds & Integer.MAX_VALUE);
  }

  /** What a variable has in which nothing was collected. */
  public static long empty(int width) {
    return 1L << width - 1;
  }

  /**
   * Adds a path number to those that were collected in a variable; they are written when it is
   * full, and by {@link #flush}.
   */
  @ForceInline
  public final long packed(long collected, int number, int width) {
    if ((number >>> width) != 0) {
      return writeLarge(collected, number, width);
    }
    long word = collected << width | number;
    return word >= 0 ? word : writeFull(word, width);
  }

  @DontInline
  private long writeFull(long collected, int width) {
    append(collected, width);
    return empty(width);
  }

  @DontInline
  private long writeLarge(long collected, int number, int width) {
    flush(collected, width);
    path(number & Integer.MAX_VALUE);
    return empty(width);
  }

  /** Writes the path numbers that were collected; returns the empty collection. */
  @ForceInline
  public final long flush(long collected, int width) {
    if (collected != empty(width)) {
      append(collected, width);
    }
    return empty(width);
  }

  /** What a woven method hands to one that it calls is kept until that one has begun. */
  @ForceInline
  public final long hand(long collected) {
    handed = collected;
    return collected;
  }

  /** The called method has begun. */
  @ForceInline
  public final long receive(long collected) {
    handed = 0;
    return collected;
  }

  /** The called method ends with a path number and hands everything back. */
  @ForceInline
  public final void leave(long collected, int number, int width) {
    handed = packed(collected, number, width);
  }

  /** What the called method has handed back. */
  @ForceInline
  public final long take() {
    long collected = handed;
    handed = 0;
    return collected;
  }

  /** Writes what the called method has handed back, or has not come to take. */
  @ForceInline
  public final void flush(int width) {
    long collected = take();
    if (collected != 0) {
      flush(collected, width);
    }
  }

  @ForceInline
  private void append(long collected, int width) {
    if (width != WIDE) {
      appendNarrow(collected, width);
      return;
    }
    int bits = 60 - Long.numberOfLeadingZeros(collected);
    long word = Raw.getLong(open) >>> 8;
    if (Long.numberOfLeadingZeros(word) - bits > 63 - PACK_BITS + WIDE - 1) {
      Raw.putLong(open, (word << bits ^ collected ^ 8L << bits) << 8 | OPEN_PACK);
    } else {
      appendWide(collected, bits);
    }
  }

  /** Numbers of less than 4 bits get a pack of their own, if that is shorter. */
  @DontInline
  private void appendNarrow(long collected, int width) {
    int count = (63 - Long.numberOfLeadingZeros(collected)) / width;
    if (count > MOST_PACKED) {
      whole(collected, width, width == 1 ? Codes.PACK_1 : Codes.PACK_2);
    } else {
      long spread = width == 1 ? spread(collected) : spread2(collected);
      append(8L << count * WIDE | spread & (1L << count * WIDE) - 1, WIDE);
    }
  }

  /** The lowest bits, four times as far apart. */
  private static long spread(long bits) {
    long x = (bits | bits << 24) & 0xFF000000FFL;
    x = (x | x << 12) & 0xF000F000F000FL;
    x = (x | x << 6) & 0x303030303030303L;
    return (x | x << 3) & 0x1111111111111111L;
  }

  /** The lowest pairs of bits, twice as far apart. */
  private static long spread2(long pairs) {
    long x = pairs & 0xFFFFFFFFL;
    x = (x | x << 16) & 0xFFFF0000FFFFL;
    x = (x | x << 8) & 0xFF00FF00FF00FFL;
    x = (x | x << 4) & 0xF0F0F0F0F0F0F0FL;
    return (x | x << 2) & 0x3333333333333333L;
  }

  /** Fills the open pack, so that runs of one number are seen, and begins the next one. */
  @DontInline
  private void appendWide(long collected, int bits) {
    int left = bits;
    if (open != NONE && bits > PACK_BITS) {
      closePack();
    } else if (open != NONE) {
      long word = Raw.getLong(open) >>> 8;
      int taken = Long.numberOfLeadingZeros(word) - (63 - PACK_BITS);
      left -= taken;
      filled(open, word << taken | collected >>> left & (1L << taken) - 1);
    }
    if (left > PACK_BITS) {
      whole(collected, WIDE, Codes.PACK_4);
    } else if (left > 0) {
      begin(1L << left | collected & (1L << left) - 1, left);
    }
  }

  /** Writes a pack that nothing is added to later; repeats of one number are counted instead. */
  private void whole(long collected, int width, int code) {
    int bits = 63 - Long.numberOfLeadingZeros(collected);
    int tokens = bits / width * width;
    int number = (int) collected & (1 << width) - 1;
    long ones = width == 1 ? -1L : width == 2 ? 0x5555555555555555L : 0x1111111111111111L;
    boolean one = ((collected ^ ones * number) & (1L << tokens) - 1) == 0;
    if (open != NONE) {
      closePack();
    } else if (one && last == number) {
      again(tokens / width);
      return;
    }
    room();
    int bytes = (bits >> 3) + 1;
    if (bytes == 8) {
      Raw.putByte(pos + 8, (byte) (collected >>> 56));
      Raw.storeFence();
    }
    Raw.putLong(pos, collected << 8 | code + bytes);
    pos += 1 + bytes;
    last = one ? number : SMALL;
  }

  /** Writes numbers of 4 bits where no pack is open. */
  private void begin(long tokens, int bits) {
    if (bits == WIDE) {
      pathSlow((int) tokens & 15);
      return;
    }
    if ((last & ~15) == 0 && tokens == (1L << bits | uniform(last) & (1L << bits) - 1)) {
      again(bits / WIDE);
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

  private static long uniform(int number) {
    return 0x1111111111111L * number;
  }

  @DontInline
  private void pathSlow(int number) {
    boolean packable = (number & ~15) == 0;
    if (open != NONE) {
      if (packable) {
        filled(open, Raw.getLong(open) >>> 8 << WIDE | number);
        openNext();
        return;
      }
      closePack();
    } else if (number == last) {
      again(1);
      return;
    }
    room();
    if (packable && (last == SMALL || (last & ~15) == 0)) {
      open = pos;
      Raw.putLong(pos, (16L | number) << 8 | OPEN_PACK);
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

  /** Writes a full pack; after one of nothing but one number its repeats are counted instead. */
  private void filled(long at, long word) {
    Raw.putLong(at, word << 8 | OPEN_PACK);
    open = NONE;
    int number = (int) word & 15;
    last = word == (FULL_PACK | uniform(number)) ? number : SMALL;
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
    Raw.putByte(at, (byte) (Codes.PACK_4 + bytes));
    pos = at + 1 + bytes;
  }

  /** Counts a number that came again, a few times at most, in place. */
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

  /** Ends runs of numbers before an event of another kind. */
  protected final void quiet() {
    last = NOTHING;
    if (open != NONE) {
      closePack();
    }
  }

  protected final void room() {
    if (pos >= soft) {
      makeRoom();
    }
  }

  /** Changes whenever numbers are written. */
  protected final long written() {
    return pos * 31 + repeats + Raw.getLong(open);
  }

  /** Writes a code and a number in one store where they fit, else the first bytes last. */
  protected final void varint(int code, int bits, long value) {
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

  protected static long encode(long at, long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      Raw.putByte(at++, (byte) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    Raw.putByte(at++, (byte) rest);
    return at;
  }
}
