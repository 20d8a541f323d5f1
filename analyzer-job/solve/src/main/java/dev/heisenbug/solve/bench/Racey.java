package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.solve.bench.Simulator.Val;

/** Racey (Hill): every access mixes into a signature, so that any other order shows in the end. */
final class Racey extends Phased {
  private static final int ELEMENTS = 64;
  private static final int GOAL_BITS = 0xFF;

  private final boolean dataAddresses;
  private final int branchEvery;
  private final Val[] sig;
  private final Val[] first;
  private final Val[] index;
  private int array;
  private Val main;

  /**
   * @param branchEvery iterations between branches on the signature; the published program has
   *     none, which leaves only its output to explain
   */
  Racey(int threads, int loops, boolean dataAddresses, int branchEvery) {
    super(threads, loops);
    this.branchEvery = branchEvery;
    this.dataAddresses = dataAddresses;
    sig = new Val[threads + 1];
    first = new Val[threads + 1];
    index = new Val[threads + 1];
  }

  @Override
  public void declare(Simulator sim) {
    array = sim.trace.array("m", Sort.I32);
    for (int i = 0; i < ELEMENTS; i++) {
      sim.trace.cell(array, i, sim.exprs.i32(i + 1));
      sim.initialCell(array, i, i + 1);
    }
    for (int t = 1; t < sig.length; t++) {
      sig[t] = sim.constant(t);
    }
  }

  private static Val mix(Simulator sim, Val i, Val j) {
    Val product = sim.apply(Op.MUL, j, sim.constant(103995407));
    return sim.apply(Op.UREM, sim.apply(Op.ADD, i, product), sim.constant(103995391));
  }

  /** The cell a number picks, as an expression or as the one it was in this execution. */
  private Val index(Simulator sim, Val number) {
    return dataAddresses
        ? sim.apply(Op.UREM, number, sim.constant(ELEMENTS))
        : sim.constant((int) Long.remainderUnsigned(number.concrete() & 0xFFFF_FFFFL, ELEMENTS));
  }

  @Override
  public boolean step(Simulator sim, int t) {
    switch (phase[t]) {
      case 0 -> first[t] = sim.read(t, array, index(sim, sig[t]), "racey.c:41");
      case 1 -> {
        sig[t] = mix(sim, sig[t], first[t]);
        index[t] = index(sim, sig[t]);
        sig[t] = mix(sim, sig[t], sim.read(t, array, index[t], "racey.c:44"));
        if (done[t] % branchEvery == 0) {
          Val low = sim.apply(Op.AND, sig[t], sim.constant(1));
          sim.branch(t, sim.apply(Op.EQ, low, sim.constant(0)), "racey.c:45");
        }
      }
      default -> {
        sim.write(t, array, index[t], sig[t], "racey.c:46");
        done[t]++;
      }
    }
    phase[t] = (phase[t] + 1) % 3;
    return true;
  }

  @Override
  public boolean neverWaits() {
    return true;
  }

  @Override
  public void finish(Simulator sim) {
    main = sim.constant(0);
    for (int t = 1; t < sig.length; t++) {
      main = sim.apply(Op.XOR, main, sig[t]);
    }
    Val low = sim.apply(Op.AND, main, sim.constant(GOAL_BITS));
    Val goal = sim.apply(Op.EQ, low, sim.constant((int) low.concrete()));
    sim.trace.goal(goal.expr(), "racey.c:60");
  }
}
