package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.solve.bench.Simulator.Val;

/** Increments of one counter without a lock. */
final class Counter extends Phased {
  /** What the total is asked to be. */
  enum Goal {
    OBSERVED,
    LOST_UPDATE,
    /** Less than any order gives. */
    IMPOSSIBLE
  }

  private final Goal goal;
  private final Val[] pending;
  private int counter;

  Counter(int threads, int loops, Goal goal) {
    super(threads, loops);
    this.goal = goal;
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
    int asked =
        switch (goal) {
          case OBSERVED -> (int) total.concrete();
          case LOST_UPDATE -> loops * (done.length - 1);
          case IMPOSSIBLE -> 1;
        };
    int equal = sim.apply(Op.EQ, total, sim.constant(asked)).expr();
    sim.trace.goal(goal == Goal.LOST_UPDATE ? sim.exprs.not(equal) : equal, "Counter.main:16");
  }
}
