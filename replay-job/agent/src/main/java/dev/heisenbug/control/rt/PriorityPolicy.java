package dev.heisenbug.control.rt;

import java.util.Arrays;

/**
 * Random priorities that change at a few random points: of all schedules with few switches each has
 * a fair chance, however long the run is (the PCT algorithm). Where places are watched, it is there
 * that they change.
 */
final class PriorityPolicy implements Policy {
  private final Dice dice;
  private final int[] changes;
  private final Watch watch;
  private int[] priority = new int[16];
  private final int quantum;
  private final boolean stubborn;

  /** Whether a thread gives way as soon as one of a higher priority could run. */
  private final boolean eager;

  /** Whether a thread of a higher priority need not wait until its time limit has passed. */
  private final boolean hasty;

  /** As for random turns, but each such end of a turn is a change of priority. */
  private final int initsOneIn;

  private final Dice inits;

  private boolean fallsBeforeInit;
  private int changed;

  /** Whether the present turn ends because time passes, and not because priorities change. */
  private boolean timed;

  /**
   * @param length points that a run has in all, as far as known
   * @param watch the visits at which priorities change, or null for random points
   */
  PriorityPolicy(long seed, int length, Watch watch) {
    dice = new Dice(seed);
    this.watch = watch;
    changes = new int[watch == null ? dice.below(4) : 0];
    for (int i = 0; i < changes.length; i++) {
      changes[i] = dice.below(Math.max(2, length));
    }
    Arrays.sort(changes);
    quantum = dice.oneOf(20, 200, FreePolicy.QUANTUM);
    stubborn = dice.below(3) == 0;
    eager = dice.below(4) > 0;
    hasty = dice.below(3) == 0;
    inits = new Dice(~seed);
    initsOneIn = watch == null ? inits.oneOf(RandomPolicy.INITS_ONE_IN) : 0;
  }

  @Override
  public Object next(Sched s, CThread running) {
    int passed = changes.length == 0 ? 0 : passed(s);
    while (running != null && changed < changes.length && passed >= changes[changed]) {
      fall(running);
    }
    boolean held = watch != null && running != null && watch.fell();
    if (held || fallsBeforeInit && running != null) {
      fall(running);
      timed = false;
    }
    fallsBeforeInit = false;
    CThread waiting = timed && running != null ? s.roster.earliestTimeout() : null;
    if (waiting != null) {
      return waiting;
    }
    CThread best = null;
    for (int i = 0; i < s.roster.count; i++) {
      CThread t = s.roster.threads[i];
      if (s.roster.enabled(t) && (best == null || before(t, best))) {
        best = t;
      }
    }
    CThread sleeper = best == null ? null : sleeper(s, best);
    return sleeper != null ? sleeper : best == null ? Hint.ANY : best;
  }

  /**
   * A thread whose time limit ends before {@code best} has moved, as if that one had been slow;
   * only every second time, or one that sleeps and looks again would keep the others away.
   */
  private CThread sleeper(Sched s, CThread best) {
    if (!hasty || best.block == Block.SPIN || dice.below(2) == 0) {
      return null;
    }
    CThread t = s.roster.earliestTimeout();
    return t != null && priority(t) > priority(best) ? t : null;
  }

  private void fall(CThread t) {
    changed++;
    priority(t);
    priority[t.number] = -changed;
  }

  private boolean before(CThread a, CThread b) {
    boolean spinning = a.block == Block.SPIN;
    if (spinning != (b.block == Block.SPIN)) {
      return !spinning;
    }
    return spinning ? a.spinSeen < b.spinSeen : priority(a) > priority(b);
  }

  private int priority(CThread t) {
    if (t.number >= priority.length) {
      priority = Arrays.copyOf(priority, Math.max(t.number + 1, priority.length * 2));
    }
    if (priority[t.number] == 0) {
      priority[t.number] = 1 + dice.below(1 << 20);
    }
    return priority[t.number];
  }

  private static int passed(Sched s) {
    int sum = 0;
    for (int i = 0; i < s.roster.count; i++) {
      sum += s.roster.threads[i].idx;
    }
    return sum;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt =
        changed < changes.length
            ? t.idx + Math.max(0, changes[changed] - passed(s))
            : Integer.MAX_VALUE;
    timed = s.roster.earliestTimeout() != null && t.stopAt - t.idx > quantum;
    if (timed) {
      t.stopAt = t.idx + quantum;
    }
  }

  @Override
  public boolean stopsBeforeInit(CThread t, int site) {
    fallsBeforeInit = initsOneIn > 0 && inits.below(initsOneIn) == 0;
    return fallsBeforeInit || t.idx >= t.stopAt && inits.below(2) == 0;
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return true;
  }

  @Override
  public void enabledAnother(CThread running) {
    if (eager) {
      running.stopAt = running.idx;
      timed = false;
    }
  }

  @Override
  public void released(Sched s, CThread running, Object o) {
    if (eager && s.roster.isWanted(o)) {
      enabledAnother(running);
    }
  }

  /** A loop of pauses that ends by itself may end before anybody else has moved. */
  @Override
  public boolean believesYields() {
    return !stubborn;
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    return priority(a) > priority(b);
  }
}
