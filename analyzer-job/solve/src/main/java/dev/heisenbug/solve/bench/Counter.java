package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.solve.bench.Simulator.Val;

/** Increments of one counter without a lock. */
final class Counter extends Phased {
  private final boolean exact;
  private final Val[] pending;
  private int counter;

  /**
   * @param exact the goal is the observed total, else any lost update
   */
  Counter(int threads, int loops, boolean exact) {
    super(threads, loops);
    this.exact = exact;
    pending = new Val[threads + 1];
  }

  @Override
  public void declare(Simulator sim) {
    counter = sim.trace.location("counter", Sort.I32);
  }

  @Override
  public boolean step(Simulator sim, int t) {
    if (pending[t] == null) {
      pending[t] = sim.read(t, counter, null, "Counter.increment:7");
    } else {
      Val next = sim.apply(Op.ADD, pending[t], sim.constant(1));
      sim.write(t, counter, null, next, "Counter.increment:7");
      pending[t] = null;
      done[t]++;
    }
    return true;
  }

  @Override
  public void finish(Simulator sim) {
    Val total = sim.read(0, counter, null, "Counter.main:15");
    int expected = loops * (done.length - 1);
    Val goal =
        exact
            ? sim.apply(Op.EQ, total, sim.constant((int) total.concrete()))
            : sim.apply(Op.EQ, total, sim.constant(expected));
    sim.trace.goal(exact ? goal.expr() : sim.exprs.not(goal.expr()), "Counter.main:16");
  }
}
