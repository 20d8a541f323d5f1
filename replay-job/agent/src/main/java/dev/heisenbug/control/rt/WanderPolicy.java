package dev.heisenbug.control.rt;

/**
 * Follows the clocks of the recording, but now and then lets another thread take a few steps first:
 * what happened between two stamps of a thread may have happened at any time between them.
 */
final class WanderPolicy implements Policy {
  private static final int OUT_OF = 1000;
  private final ClockPolicy clocks;
  private final Dice dice;
  private final int often;
  private final int gap;

  /**
   * Points that a thread may go on behind a stamp: releases have none of their own, and a thread
   * that keeps what it holds until its next one lets others try in vain.
   */
  private final int linger;

  private boolean wandering;

  WanderPolicy(long seed) {
    dice = new Dice(seed);
    clocks = dice.below(2) == 0 ? new ClockPolicy() : new PacedPolicy();
    often = dice.oneOf(10, 50, 200, 500);
    gap = dice.oneOf(1, 2, 5, 20, 100);
    linger = dice.oneOf(0, 0, 3, 6);
  }

  @Override
  public Object next(Sched s, CThread running) {
    wandering = dice.below(OUT_OF) < often;
    CThread other = wandering ? RandomPolicy.anyEnabled(s, dice) : null;
    return other == null ? clocks.next(s, running) : other;
  }

  @Override
  public void arm(Sched s, CThread t) {
    t.stopAt = t.idx + dice.below(2 * gap + 1);
  }

  @Override
  public boolean lettingSpinnersGiveWay() {
    return true;
  }

  @Override
  public boolean wakesFirst(CThread a, CThread b) {
    return clocks.wakesFirst(a, b);
  }

  @Override
  public void stamped(Sched s, CThread t) {
    t.stopAt = t.idx + (linger == 0 ? 0 : dice.below(linger + 1));
  }

  @Override
  public void atStamp(CThread t) {
    clocks.atStamp(t);
  }

  @Override
  public void released(Sched s, CThread running, Object o) {
    clocks.released(s, running, o);
  }

  @Override
  public void enabledAnother(CThread running) {
    clocks.enabledAnother(running);
  }
}
