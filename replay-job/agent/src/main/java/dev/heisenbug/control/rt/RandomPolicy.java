package dev.heisenbug.control.rt;

/** Switches at random points, from a seed: few switches far apart in some runs, many in others. */
final class RandomPolicy implements Policy {
  /** One choice in so many is a time limit that is used up before the others have come far. */
  private static final int EARLY = 16;

  /** Points between two switches. */
  private static final int[] GAPS = {1, 3, 12, 50, 200, 1000, 5000};

  static final int[] INITS_ONE_IN = {0, 2, 8, 64};

  private final Dice dice;

  /** Of their own, so that a program's classes do not change what a seed means for its points. */
  private final Dice inits;

  private final int meanGap;

  /**
   * So many initialisations of classes begin for each before which the turn ends: they are rare and
   * have no points of their own, and one may begin with another one. 0 is none.
   */
  private final int initsOneIn;

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
    inits = new Dice(~seed);
    initsOneIn = inits.oneOf(INITS_ONE_IN);
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
      CThread waiting = s.roster.earliestTimeout();
      if (waiting != null) {
        return waiting;
      }
    }
    int enabled = 0;
    for (int i = 0; i < s.roster.count; i++) {
      if (s.roster.enabled(s.roster.threads[i])) {
        enabled++;
      }
    }
    if (enabled == 0) {
      return null;
    }
    int pick = dice.below(enabled);
    for (int i = 0; i < s.roster.count; i++) {
      if (s.roster.enabled(s.roster.threads[i]) && pick-- == 0) {
        return s.roster.threads[i];
      }
    }
    return null;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = t.idx + dice.below(2 * meanGap + 1);
  }

  @Override
  public boolean stopsBeforeInit(CThread t, int site) {
    return t.idx >= t.stopAt ? inits.below(2) == 0 : initsOneIn > 0 && inits.below(initsOneIn) == 0;
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
