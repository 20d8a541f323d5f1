package dev.heisenbug.control.rt;

/**
 * Switches only at places that matter ({@link Focus}): a thread that comes to one is now and then
 * held back there until others have passed such places, too. Two accesses that conflict meet so
 * however much the threads do besides.
 */
final class FocusPolicy implements Policy {
  private static final int EARLY = 16;
  private final Dice dice;

  /** In how many of a hundred visits a thread is held back. */
  private final int often;

  /** How many visits of others it waits for at most. */
  private final int patience;

  private int visits;

  /** By thread number: the visit at which it may go on; 0 if it is not held back. */
  private int[] heldUntil = new int[16];

  /** By thread number: the point at which it was held back last, so that it is not again. */
  private int[] heldAt = new int[16];

  FocusPolicy(long seed) {
    dice = new Dice(seed);
    often = dice.oneOf(100, 60, 30, 10, 3);
    patience = dice.oneOf(1, 2, 4, 16, 100, 10_000);
  }

  @Override
  public Object next(Sched s, CThread running) {
    room(s.count);
    if (running == null || running.idx >= running.stopAt) {
      CThread waiting = dice.below(EARLY) == 0 ? s.earliestTimeout() : null;
      if (waiting != null) {
        return waiting;
      }
    }
    if (running != null && Focus.has(running.site)) {
      visit(running);
    }
    if (running != null && isFree(running) && !(anyReleased(s) && dice.below(2) == 0)) {
      return running;
    }
    CThread t = any(s, true);
    if (t == null) {
      t = any(s, false);
    }
    if (t == null) {
      return Hint.ANY;
    }
    heldUntil[t.number] = 0;
    return t;
  }

  private void visit(CThread t) {
    visits++;
    if (heldAt[t.number] != t.idx + 1 && dice.below(100) < often) {
      heldAt[t.number] = t.idx + 1;
      heldUntil[t.number] = visits + 1 + dice.below(patience);
    }
  }

  private boolean isFree(CThread t) {
    return heldUntil[t.number] <= visits;
  }

  /** Whether a thread has waited long enough. */
  private boolean anyReleased(Sched s) {
    for (int i = 0; i < s.count; i++) {
      CThread t = s.threads[i];
      if (heldUntil[t.number] > 0 && isFree(t) && s.enabled(t)) {
        return true;
      }
    }
    return false;
  }

  /** One of the threads that could run, each as likely as the other. */
  private CThread any(Sched s, boolean free) {
    int n = 0;
    for (int i = 0; i < s.count; i++) {
      n += eligible(s, s.threads[i], free) ? 1 : 0;
    }
    int pick = n == 0 ? 0 : dice.below(n);
    for (int i = 0; n > 0 && i < s.count; i++) {
      if (eligible(s, s.threads[i], free) && pick-- == 0) {
        return s.threads[i];
      }
    }
    return null;
  }

  /** A thread that waits in a loop may wait for one that is held back. */
  private boolean eligible(Sched s, CThread t, boolean free) {
    return s.enabled(t) && (!free || isFree(t) && t.block != Block.SPIN);
  }

  private void room(int threads) {
    if (threads > heldUntil.length) {
      heldUntil = copy(heldUntil, threads * 2);
      heldAt = copy(heldAt, threads * 2);
    }
  }

  private static int[] copy(int[] from, int length) {
    int[] to = new int[length];
    System.arraycopy(from, 0, to, 0, from.length);
    return to;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = s.earliestTimeout() == null ? Integer.MAX_VALUE : t.idx + FreePolicy.QUANTUM;
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
