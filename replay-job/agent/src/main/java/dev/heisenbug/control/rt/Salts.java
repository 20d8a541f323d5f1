package dev.heisenbug.control.rt;

/**
 * Random numbers that the JDK draws for a thread by chance: here they are the same in every run.
 */
final class Salts {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long SEED = offset("threadLocalRandomSeed");
  private static final long PROBE = offset("threadLocalRandomProbe");
  private static final long SECOND = offset("threadLocalRandomSecondarySeed");

  private Salts() {}

  /** Sets the seeds of a thread, before it begins. */
  static void begin(CThread t) {
    if (SEED >= 0 && PROBE >= 0 && SECOND >= 0) {
      long mixed = (t.id.hashCode() + 1) * GOLDEN;
      Slots.bits(t.thread, SEED, Long.BYTES, mixed);
      Slots.bits(t.thread, PROBE, Integer.BYTES, mixed >>> 32 | 1);
      Slots.bits(t.thread, SECOND, Integer.BYTES, mixed >>> 16 | 1);
    }
  }

  private static long offset(String name) {
    try {
      return Slots.offset(Thread.class.getDeclaredField(name), false);
    } catch (Throwable e) {
      return -1;
    }
  }
}
