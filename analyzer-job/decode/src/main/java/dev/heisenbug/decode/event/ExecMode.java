package dev.heisenbug.decode.event;

/** The execution mode that MODE.Exec tells; it decides how instruction bytes are read. */
public final class ExecMode {
  public static final int UNKNOWN = 0;
  public static final int BITS_16 = 1;
  public static final int BITS_32 = 2;
  public static final int BITS_64 = 3;

  private ExecMode() {}

  static int of(boolean csl, boolean csd) {
    if (csl) {
      return csd ? UNKNOWN : BITS_64;
    }
    return csd ? BITS_32 : BITS_16;
  }

  /** Bits per word, or 0. */
  public static int bits(int mode) {
    return switch (mode) {
      case BITS_16 -> 16;
      case BITS_32 -> 32;
      case BITS_64 -> 64;
      default -> 0;
    };
  }
}
