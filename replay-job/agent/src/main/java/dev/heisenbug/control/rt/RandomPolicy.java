package dev.heisenbug.control.rt;

/** Switches at random points, from a seed: few switches far apart in some runs, many in others. */
final class RandomPolicy implements Policy {
  /** One choice in so many is a time limit that is used up before the others have come far. */
  private static final int EARLY = 16;

  /** Points between two switches. */
  private static final int[] GAPS = {1, 3, 12, 50, 200, 1000, 5000};

  private final Dice dice;
  private final int meanGap;

  /**
   * @param length points that a run has in all, 0 if not known: with longer gaps there would be no
   *     switches at all
   */
  RandomPolicy(long seed, int length) {
    dice = new Dice(seed);
    int gaps = 1;
    while (gaps < GAPS.length && (length == 0 || GAPS[gaps] < length)) {
      gaps++;
    }
    meanGap = GAPS[dice.below(gaps)];
  }

  @Override
  public Object next(Sched s, CThread running) {
    CThread t = anyEnabled(s, dice);
    return t == null ? Hint.ANY : t;
  }

  /**
   * One of the threads that could run, each as likely as the other, now and then one whose time
   * limit ends; null if there is none.
   */
  static CThread anyEnabled(Sched s, Dice dice) {
    if (dice.below(EARLY) == 0) {
      CThread waiting = s.earliestTimeout();
      if (waiting != null) {
        return waiting;
      }
    }
    int enabled = 0;
    for (int i = 0; i < s.count; i++) {
      if (s.enabled(s.threads[i])) {
        enabled++;
      }
    }
    if (enabled == 0) {
      return null;
    }
    int pick = dice.below(enabled);
    for (int i = 0; i < s.count; i++) {
      if (s.enabled(s.threads[i]) && pick-- == 0) {
        return s.threads[i];
      }
    }
    return null;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = t.idx + dice.below(2 * meanGap + 1);
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return true;
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    return dice.below(2) == 0;
  }
}
