package dev.heisenbug.control.rt;

/**
 * Switches at random points, from a seed: few switches far apart in some runs, many in others.
 *
 * <p>Its own generator, because the JDK's may be woven or have its outputs replayed.
 */
final class RandomPolicy implements Policy {
  private static final int[] MEAN_GAPS = {3, 12, 50, 200, 1000, 5000};
  private final int meanGap;
  private long state;

  RandomPolicy(long seed) {
    state = seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L;
    meanGap = MEAN_GAPS[below(MEAN_GAPS.length)];
  }

  private int below(int n) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 33) % n);
  }

  @Override
  public Object next(Sched s, CThread running) {
    int enabled = 0;
    for (int i = 0; i < s.count; i++) {
      if (s.enabled(s.threads[i])) {
        enabled++;
      }
    }
    if (enabled == 0) {
      return Hint.ANY;
    }
    int pick = below(enabled);
    for (int i = 0; i < s.count; i++) {
      if (s.enabled(s.threads[i]) && pick-- == 0) {
        return s.threads[i];
      }
    }
    return Hint.ANY;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = t.idx + 1 + below(2 * meanGap);
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    return below(2) == 0;
  }
}
