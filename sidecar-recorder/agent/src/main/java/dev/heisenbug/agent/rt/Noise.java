package dev.heisenbug.agent.rt;

/** Random delays that make rare interleavings likelier; does nothing unless asked for. */
public final class Noise {
  private static long seed;
  private static final ThreadLocal<long[]> STATE = new ThreadLocal<>();

  private Noise() {}

  public static void configure(long newSeed) {
    seed = newSeed;
  }

  /** Called before accesses and synchronisation operations of woven code. */
  public static void point() {
    long[] state = STATE.get();
    if (state == null) {
      state = new long[] {seed * 0x9E3779B97F4A7C15L ^ Recorder.log().serial * 0xD1342543DE82EF95L};
      STATE.set(state);
    }
    long x = state[0];
    x ^= x << 13;
    x ^= x >>> 7;
    x ^= x << 17;
    state[0] = x;
    int dice = (int) (x >>> 33) & 0x3FF;
    if (dice < 24) {
      Thread.yield();
    } else if (dice < 28) {
      pause((int) (x >>> 50) % 200_000);
    } else if (dice == 28) {
      pause(1_000_000);
    }
  }

  private static void pause(int nanos) {
    try {
      Thread.sleep(nanos / 1_000_000, nanos % 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
