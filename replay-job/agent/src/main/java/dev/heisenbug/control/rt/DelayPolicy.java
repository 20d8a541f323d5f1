package dev.heisenbug.control.rt;

/**
 * Delays stores at random in a run whose threads another policy orders at random.
 *
 * <p>In some runs every store is delayed, in others few, so that one can stand out against the
 * rest; and rather long than short, for most failures need a store that comes late.
 */
final class DelayPolicy implements Policy {
  private final Policy order;
  private final Dice dice;
  private final int share;
  private final int turns;
  private final int gap;

  DelayPolicy(long seed, Policy order) {
    this.order = order;
    dice = new Dice(~seed);
    share = dice.oneOf(1, 1, 2, 5, 20, 100);
    turns = dice.oneOf(1, 2, 5, 20);
    gap = dice.oneOf(2, 10, 50, 300);
  }

  @Override
  public boolean holds(CThread t) {
    return dice.below(share) == 0;
  }

  @Override
  public Object next(Sched s, CThread running) {
    for (int i = 0; i < s.count; i++) {
      commitSome(s, s.threads[i]);
    }
    return order.next(s, running);
  }

  private void commitSome(Sched s, CThread t) {
    for (int k = t.buffer.size() - 1; k >= 0; k = Math.min(k, t.buffer.size()) - 1) {
      if (t.buffer.mayLeave(k) && dice.below(1 + turns) == 0) {
        Buffers.commit(s, t, t.buffer.get(k).idx);
      }
    }
  }

  /** Comes back soon while stores are delayed, so that some become visible in long turns, too. */
  @Override
  public void arm(Sched s, CThread t) {
    order.arm(s, t);
    for (int i = 0; i < s.count; i++) {
      if (s.threads[i].buffer.size() > 0) {
        t.stopAt = (int) Math.min(t.stopAt, t.idx + 1L + dice.below(2 * gap));
        return;
      }
    }
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
  public void stamped(Sched s, CThread t) {
    order.stamped(s, t);
  }
}
