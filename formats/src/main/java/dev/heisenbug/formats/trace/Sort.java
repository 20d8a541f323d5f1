package dev.heisenbug.formats.trace;

import java.util.Locale;

/**
 * The type of a value; every value travels as a {@code long}, so that traces of millions of events
 * need no boxing.
 *
 * <p>Integers are kept sign-extended, booleans as 0 or 1, references as an id (0 is null), floats
 * and doubles as their raw IEEE bits (sign-extended for {@code F32}).
 */
public enum Sort {
  BOOL(1),
  I8(8),
  I16(16),
  I32(32),
  I64(64),
  REF(64),
  F32(32),
  F64(64);

  private static final Sort[] ALL = values();

  private final int bits;
  private final String text = name().toLowerCase(Locale.ROOT);

  Sort(int bits) {
    this.bits = bits;
  }

  public int bits() {
    return bits;
  }

  public boolean isInteger() {
    return this == I8 || this == I16 || this == I32 || this == I64;
  }

  public boolean isFloat() {
    return this == F32 || this == F64;
  }

  /** Brings any 64-bit pattern into this sort's canonical form. */
  public long normalize(long value) {
    return switch (this) {
      case BOOL -> value & 1;
      case I8 -> (byte) value;
      case I16 -> (short) value;
      case I32, F32 -> (int) value;
      case I64, REF, F64 -> value;
    };
  }

  /** The value's bits read as an unsigned number of this width. */
  public long unsigned(long value) {
    return bits == 64 ? value : value & ((1L << bits) - 1);
  }

  /** The name used in {@code .hbt} files. */
  public String text() {
    return text;
  }

  public static Sort parse(String text) {
    for (Sort sort : ALL) {
      if (sort.text.equals(text)) {
        return sort;
      }
    }
    throw new IllegalArgumentException("unknown sort '" + text + "'");
  }

  static Sort of(int ordinal) {
    return ALL[ordinal];
  }
}
