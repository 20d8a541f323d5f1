package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.solve.bench.Simulator.Val;

/** Check-then-act on map slots: the goal is that one more slot was filled twice than observed. */
final class CheckAct extends Phased {
  private static final int SLOTS = 16;

  private final int[] slot;
  private final Val[] seen;
  private int map;
  private int puts;

  CheckAct(int threads, int loops) {
    super(threads, loops);
    slot = new int[threads + 1];
    seen = new Val[threads + 1];
  }

  @Override
  public void declare(Simulator sim) {
    map = sim.trace.array("map", Sort.I32);
    puts = sim.trace.location("puts", Sort.I32);
  }

  @Override
  public boolean step(Simulator sim, int t) {
    switch (phase[t]) {
      case 0 -> {
        slot[t] = sim.random.nextInt(SLOTS);
        seen[t] = sim.read(t, map, sim.constant(slot[t]), "Cache.get:11");
        Val empty = sim.apply(Op.EQ, seen[t], sim.constant(0));
        if (!sim.branch(t, empty, "Cache.get:12")) {
          done[t]++;
          return true;
        }
      }
      case 1 -> sim.write(t, map, sim.constant(slot[t]), sim.constant(t), "Cache.get:13");
      case 2 -> seen[t] = sim.read(t, puts, null, "Cache.get:14");
      default -> {
        sim.write(t, puts, null, sim.apply(Op.ADD, seen[t], sim.constant(1)), "Cache.get:14");
        done[t]++;
      }
    }
    phase[t] = (phase[t] + 1) % 4;
    return true;
  }

  @Override
  public void finish(Simulator sim) {
    Val total = sim.read(0, puts, null, "Cache.main:30");
    Val same = sim.apply(Op.EQ, total, sim.constant((int) total.concrete()));
    sim.trace.goal(sim.exprs.not(same.expr()), "Cache.main:31");
  }
}
