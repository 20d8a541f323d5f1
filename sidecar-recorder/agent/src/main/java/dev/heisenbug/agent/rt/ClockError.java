package dev.heisenbug.agent.rt;

/**
 * How far apart two cores' clocks can seem: two threads pass a value back and forth and each checks
 * that its clock is not behind the stamp that came with it (ReCBuLC 3.3, scheme 1).
 */
final class ClockError {
  private static final int ROUNDS = 400;
  private static volatile long stamp;
  private static volatile long result = -1;

  private ClockError() {}

  /** Nanoseconds, or -1 if it was not measured yet. */
  static long measured() {
    return result;
  }

  static void measure() {
    long[] worst = new long[2];
    Thread partner = new AgentThread("clock", () -> worst[1] = play(1));
    stamp = 0;
    partner.start();
    worst[0] = play(0);
    try {
      partner.join(1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    result = Math.max(worst[0], worst[1]);
  }

  /** The stamp's lowest bit says whose turn it is. */
  private static long play(int side) {
    long worst = 0;
    long giveUp = System.nanoTime() + 50_000_000;
    for (int i = 0; i < ROUNDS; i++) {
      long seen;
      while (((seen = stamp) & 1) != side) {
        long now = System.nanoTime();
        if (now > giveUp) {
          return worst;
        }
        Thread.onSpinWait();
      }
      long now = System.nanoTime();
      if (seen > 1) {
        worst = Math.max(worst, (seen & ~1L) - now);
      }
      stamp = now & ~1L | 1 - side;
    }
    return worst;
  }
}
