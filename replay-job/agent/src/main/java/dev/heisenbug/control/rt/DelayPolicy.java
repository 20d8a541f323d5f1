package dev.heisenbug.control.rt;

/**
 * Delays stores at random in a run whose threads another policy orders at random.
 *
 * <p>In some runs every store is delayed, in others few, so that one can stand out against the
 * rest; and rather long than short, for most failures need a store that comes late. Where visits
 * are watched that hold stores back, it is those alone.
 */
final class DelayPolicy implements Policy {
  private static final int TRIES = 4;

  /** Below this many points every store may matter; above, delaying few keeps the plan short. */
  private static final int SHORT = 500;

  /** How far a thread goes on behind a chosen store, at most, before others run. */
  private static final int AFTERWARDS = 12;

  private final Policy order;
  private final Dice dice;
  private final Watch watch;
  private final int share;
  private final int turns;
  private final int gap;
  private CThread fencing;

  /**
   * @param length points that a run has in all, as far as known
   * @param watch the visits at which stores are held back, or null for random ones
   */
  DelayPolicy(long seed, int length, Policy order, Watch watch) {
    this.order = order;
    this.watch = watch != null && watch.choosesHolds() ? watch : null;
    dice = new Dice(~seed);
    share =
        length > 0 && length < SHORT
            ? dice.oneOf(1, 2, 4, 8)
            : Math.max(length, 1000) / dice.oneOf(512, 128, 32, 8);
    turns = dice.oneOf(2, 4, 10, 40);
    gap = dice.oneOf(1, 3, 10, 50, 300);
  }

  /** The last chance of others to run before the stores are visible: often taken. */
  @Override
  public void fencing(CThread t) {
    if (dice.below(4) > 0) {
      fencing = t;
      t.stopAt = t.idx;
    }
  }

  @Override
  public boolean holds(CThread t) {
    if (watch == null) {
      return dice.below(share) == 0;
    }
    boolean held = watch.holds(t);
    if (held) {
      t.stopAt = Math.min(t.stopAt, t.idx + dice.below(AFTERWARDS));
    }
    return held;
  }

  @Override
  public Object next(Sched s, CThread running) {
    boolean last = running != null && running == fencing;
    fencing = null;
    for (int i = 0; i < s.roster.count; i++) {
      CThread t = s.roster.threads[i];
      boolean some = last && t == running ? dice.below(2) == 0 : dice.below(turns) == 0;
      if (some && t.buffer.size() > 0) {
        commit(s, t, dice.below(t.buffer.size() + 1));
      }
    }
    CThread other = last ? another(s, running) : null;
    return other == null ? order.next(s, running) : other;
  }

  private CThread another(Sched s, CThread than) {
    CThread t = null;
    for (int i = 0; i < TRIES && (t == null || t == than); i++) {
      t = RandomPolicy.anyEnabled(s, dice);
    }
    return t;
  }

  private void commit(Sched s, CThread t, int count) {
    for (int n = 0; n < count && t.buffer.size() > 0; n++) {
      int from = dice.below(t.buffer.size());
      for (int k = 0; k < t.buffer.size(); k++) {
        int i = (from + k) % t.buffer.size();
        if (t.buffer.mayLeave(i)) {
          Buffers.commit(s, t, t.buffer.get(i).idx);
          break;
        }
      }
    }
  }

  /** Comes back soon while stores are delayed, so that some become visible in long turns, too. */
  @Override
  public void arm(Sched s, CThread t) {
    order.arm(s, t);
    for (int i = 0; i < s.roster.count; i++) {
      if (s.roster.threads[i].buffer.size() > 0) {
        t.stopAt = (int) Math.min(t.stopAt, t.idx + 1L + dice.below(2 * gap));
        return;
      }
    }
  }

  @Override
  public boolean stopsBeforeInit(CThread t, int site) {
    return order.stopsBeforeInit(t, site);
  }

  @Override
  public boolean relievesSpinners() {
    return order.relievesSpinners();
  }

  @Override
  public boolean believesYields() {
    return order.believesYields();
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return order.lettingSpinnersGiveWay();
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    return order.wakesFirst(a, b);
  }

  @Override
  public void enabledAnother(CThread running) {
    order.enabledAnother(running);
  }

  @Override
  public void released(Sched s, CThread running, Object o) {
    order.released(s, running, o);
  }

  @Override
  public void stamped(Sched s, CThread t) {
    order.stamped(s, t);
  }
}
