package dev.heisenbug.control.rt;

/** Random numbers from a seed; its own generator, because the JDK's may be woven or replayed. */
final class Dice {
  private long state;

  Dice(long seed) {
    state = seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L;
    if (state == 0) {
      state = 1;
    }
    below(2);
  }

  int below(int n) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 33) % n);
  }

  int oneOf(int... values) {
    return values[below(values.length)];
  }
}
