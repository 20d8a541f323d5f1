package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.solve.bench.Simulator.Val;

/** Transfers between accounts without locks: many equal values, conditions that reach far. */
final class Bank extends Phased {
  private static final int ACCOUNTS = 8;
  private static final int START = 100;

  private final int[] from;
  private final int[] to;
  private final int[] amount;
  private final Val[] seen;
  private int array;

  Bank(int threads, int loops) {
    super(threads, loops);
    from = new int[threads + 1];
    to = new int[threads + 1];
    amount = new int[threads + 1];
    seen = new Val[threads + 1];
  }

  @Override
  public void declare(Simulator sim) {
    array = sim.trace.array("balance", Sort.I32, sim.exprs.i32(START));
    for (int i = 0; i < ACCOUNTS; i++) {
      sim.initialCell(array, i, START);
    }
  }

  @Override
  public boolean step(Simulator sim, int t) {
    switch (phase[t]) {
      case 0 -> {
        from[t] = sim.random.nextInt(ACCOUNTS);
        to[t] = (from[t] + 1 + sim.random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        amount[t] = 1 + sim.random.nextInt(50);
        seen[t] = sim.read(t, array, sim.constant(from[t]), "Bank.transfer:21");
        Val enough = sim.apply(Op.SLE, sim.constant(amount[t]), seen[t]);
        if (!sim.branch(t, enough, "Bank.transfer:22")) {
          done[t]++;
          return true;
        }
      }
      case 1 -> {
        Val less = sim.apply(Op.SUB, seen[t], sim.constant(amount[t]));
        sim.write(t, array, sim.constant(from[t]), less, "Bank.transfer:23");
      }
      case 2 -> seen[t] = sim.read(t, array, sim.constant(to[t]), "Bank.transfer:24");
      default -> {
        Val more = sim.apply(Op.ADD, seen[t], sim.constant(amount[t]));
        sim.write(t, array, sim.constant(to[t]), more, "Bank.transfer:24");
        done[t]++;
      }
    }
    phase[t] = (phase[t] + 1) % 4;
    return true;
  }

  @Override
  public void finish(Simulator sim) {
    Val sum = sim.constant(0);
    for (int i = 0; i < ACCOUNTS; i++) {
      sum = sim.apply(Op.ADD, sum, sim.read(0, array, sim.constant(i), "Bank.audit:31"));
    }
    Val goal = sim.apply(Op.EQ, sum, sim.constant((int) sum.concrete()));
    sim.trace.goal(goal.expr(), "Bank.audit:32");
  }
}
