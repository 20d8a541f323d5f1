package dev.heisenbug.weave;

/**
 * Numbers for places in the code, the same for recorder and controlled run: a recording says by
 * them where noise made a thread pause.
 */
public final class NoisePlace {
  /** All numbers are below this. Two places may have the same. */
  public static final int COUNT = 4096;

  private NoisePlace() {}

  /**
   * The number of an instruction.
   *
   * @param instruction its index as read with {@code EXPAND_FRAMES}
   */
  public static int of(String owner, String method, String desc, int instruction) {
    return of(owner + "." + method + desc + "@" + instruction);
  }

  /** The number of a place with a name of that form. */
  public static int of(String name) {
    long z = (name.hashCode() + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return (int) ((z ^ z >>> 31) >>> 1 & COUNT - 1);
  }
}
