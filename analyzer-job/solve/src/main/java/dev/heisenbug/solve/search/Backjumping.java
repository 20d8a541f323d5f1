package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.Words;
import java.util.SplittableRandom;

/**
 * Conflict-directed search: runs forward along the guide, and where a condition fails goes back
 * straight to the latest choice the condition depends on, leaving out all that do not bear on it.
 * What was chosen in between is chosen again as before. A choice with both ways tried hands its
 * blame on to older ones; where nobody is left to blame, part of the execution is shaken.
 */
final class Backjumping implements Search {
  /** Choices a failure is blamed on one by one; older ones are blamed together. */
  private static final int WANTED = 12;

  private static final int FIRST_PATIENCE = 500;

  /** Steps from the front within which choices are shaken. */
  private static final int NEAR = 48;

  private static final int FAR = 1_536;

  private final Problem problem;
  private final Machine machine;
  private final Contention contention;
  private final Walker walker;
  private final Decisions decisions;
  private final Blame blame;
  private final int[] rank;

  /** How often the thread sleeps before each event, as last chosen. */
  private final int[] sleeps;

  private final SplittableRandom random;

  private Budget budget;
  private Conflict conflict = Conflict.NONE;
  private boolean solved;
  private int shakes;
  private int patience = FIRST_PATIENCE;
  private int fruitless;
  private int furthest;
  private long lastGain;
  private Condition obstacle;
  private long jumps;

  Backjumping(Machine machine, Relations relations, int[] rank, long seed) {
    this.machine = machine;
    this.problem = machine.problem;
    this.rank = rank;
    this.random = new SplittableRandom(seed);
    this.contention = new Contention(problem, relations);
    this.walker = new Walker(machine, contention);
    this.decisions = new Decisions(problem.events);
    this.blame = new Blame(walker, decisions);
    this.sleeps = new int[problem.events];
  }

  @Override
  public long steps() {
    return walker.performed();
  }

  long jumps() {
    return jumps;
  }

  @Override
  public Condition obstacle() {
    return obstacle;
  }

  @Override
  public int[] order() {
    return walker.events();
  }

  @Override
  public Outcome run(Budget limit, long stall) {
    budget = limit;
    while (true) {
      forward();
      if (!solved && (budget.exhausted() || walker.performed() - lastGain > stall)) {
        return gaveUp();
      }
      if (solved) {
        return new Outcome.Solved(new Schedule(walker.events(), machine.unknowns, machine.value));
      }
      if (++fruitless > patience) {
        shake();
      } else {
        back();
      }
    }
  }

  private Outcome gaveUp() {
    if (walker.executed() > furthest) {
      return new Outcome.GaveUp(walker.executed(), "the time was up");
    }
    return new Outcome.GaveUp(furthest, Words.obstacle(problem.trace, obstacle));
  }

  /** Runs until solved or failed; then {@link #conflict} says on account of which choices. */
  private void forward() {
    while (true) {
      if (machine.complete()) {
        Condition goal = machine.violatedGoal();
        solved = goal == null;
        if (!solved) {
          failed(goal);
        }
        return;
      }
      int t = choose();
      if (t < 0) {
        failed(null);
        return;
      }
      if ((walker.performed() & 4095) == 0 && budget.exhausted()) {
        return;
      }
      int e = machine.next(t);
      if (contention.open(machine, e, t)) {
        boolean sleep = decisions.number(e) < sleeps[e];
        decisions.push(e, walker.depth(), sleep);
        if (sleep) {
          if (!sleep(t)) {
            return;
          }
          continue;
        }
      }
      if (!perform(t)) {
        return;
      }
    }
  }

  private boolean sleep(int t) {
    walker.sleep(t);
    if (walker.allCanWake()) {
      return true;
    }
    failed(null);
    return false;
  }

  private boolean perform(int t) {
    walker.perform(t);
    Condition c = machine.violated(t);
    if (c == null) {
      return true;
    }
    if (machine.position(t) > problem.required[t]) {
      walker.stop(t);
      return true;
    }
    failed(c);
    return false;
  }

  private void failed(Condition c) {
    conflict = c == null ? blame.ofSleepers() : blame.of(c, WANTED);
    if (walker.executed() > furthest) {
      furthest = walker.executed();
      lastGain = walker.performed();
      obstacle = c;
      fruitless = 0;
      shakes = 0;
      patience = FIRST_PATIENCE;
    }
  }

  /** The first event along the guide that can be executed and does not sleep, as its thread. */
  private int choose() {
    long horizon = machine.horizon();
    int best = -1;
    int bestRank = Integer.MAX_VALUE;
    for (int t = 0; t < problem.threads; t++) {
      int e = machine.next(t);
      if (e >= 0 && rank[e] < bestRank && !walker.sleeps(t) && machine.canExecute(t, horizon)) {
        best = t;
        bestRank = rank[e];
      }
    }
    return best;
  }

  /** Takes the other way at the latest choice to blame that has one left. */
  private void back() {
    jumps++;
    for (int d = conflict.latest(); d >= 0; d = conflict.latest()) {
      if (decisions.exhausted(d)) {
        conflict = conflict.and(decisions.blame(d));
        continue;
      }
      walker.undoTo(decisions.depth(d));
      int e = decisions.event(d);
      int t = problem.thread[e];
      if (!decisions.slept(d) && !contention.likely(machine, e, t)) {
        conflict = conflict.withoutLatest();
        decisions.cut(d + 1);
        continue;
      }
      decisions.flip(d, conflict.withoutLatest());
      boolean sleep = decisions.slept(d);
      sleeps[e] = decisions.place(d) + (sleep ? 1 : 0);
      if (sleep ? sleep(t) : perform(t)) {
        return;
      }
    }
    shake();
  }

  /** Nobody is left to blame: some of the latest choices are made anew, more each time. */
  private void shake() {
    // Wide choices call for many short attempts, narrow ones for a few long ones.
    patience = FIRST_PATIENCE * luby(++shakes) << 2 * random.nextInt(2);
    fruitless = 0;
    if (decisions.size() > 0) {
      int back = (int) (NEAR * Math.pow(FAR / (double) NEAR, random.nextDouble()));
      int from = decisions.since(walker.depth() - back);
      walker.undoTo(decisions.depth(from));
      for (int d = from; d < decisions.size(); d++) {
        if (random.nextInt(4) == 0) {
          int e = decisions.event(d);
          sleeps[e] = sleeps[e] > 0 ? 0 : 1;
        }
      }
      decisions.cut(from);
      decisions.forget();
    }
  }

  /** 1 1 2 1 1 2 4 and so on: short attempts often, long ones now and then. */
  private static int luby(int i) {
    int k = 32 - Integer.numberOfLeadingZeros(i);
    return i == (1 << k) - 1 ? 1 << (k - 1) : luby(i - (1 << (k - 1)) + 1);
  }
}
