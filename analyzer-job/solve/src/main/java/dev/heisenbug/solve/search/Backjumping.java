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

  /** No step. */
  private static final int NOBODY = Integer.MIN_VALUE;

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

  /** How often each step sleeps before it is taken, as last chosen. */
  private final int[] sleeps;

  private final SplittableRandom random;
  private final boolean delays;

  /** One in so many times a store stays in its buffer: how often that helps differs much. */
  private final int rarity;

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

  /**
   * @param delays whether stores may stay in their buffers; else they commit at once
   */
  Backjumping(Machine machine, Relations relations, int[] rank, long seed, boolean delays) {
    this.delays = delays;
    this.machine = machine;
    this.problem = machine.problem;
    this.rank = rank;
    this.random = new SplittableRandom(seed);
    this.rarity = 1 << random.nextInt(5);
    this.contention = new Contention(problem, relations);
    this.walker = new Walker(machine, contention);
    this.decisions = new Decisions(walker.steps.count());
    this.blame = new Blame(walker, contention, decisions);
    this.sleeps = new int[walker.steps.count()];
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
    return walker.schedule();
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
        return new Outcome.Solved(new Schedule(walker.schedule(), machine.unknowns, machine.value));
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
      int option = choose();
      if (option == NOBODY) {
        failed(null);
        return;
      }
      if ((walker.performed() & 4095) == 0 && budget.exhausted()) {
        return;
      }
      int step = walker.steps.of(machine, option);
      if ((option >= 0 || delays) && contention.open(machine, step)) {
        boolean sleep = decisions.number(step) < sleeps[step];
        decisions.push(step, walker.depth(), sleep);
        if (sleep) {
          if (!sleep(option)) {
            return;
          }
          continue;
        }
      }
      if (!perform(option)) {
        return;
      }
    }
  }

  private boolean sleep(int option) {
    walker.sleep(option);
    if (walker.allCanWake()) {
      return true;
    }
    failed(null);
    return false;
  }

  private boolean perform(int option) {
    walker.perform(option);
    Condition c = option < 0 ? null : machine.violated(option);
    if (c == null) {
      return true;
    }
    if (machine.position(option) > problem.required[option]) {
      walker.stop(option);
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

  /** The first step along the guide that can be taken and does not sleep, as a machine's option. */
  private int choose() {
    long horizon = machine.horizon();
    int best = NOBODY;
    int bestRank = Integer.MAX_VALUE;
    for (int t = 0; t < problem.threads; t++) {
      int commit = machine.buffers == null ? 0 : walker.nextCommit(t, rank);
      if (commit < 0 && rank[problem.events + ~commit] < bestRank) {
        best = commit;
        bestRank = rank[problem.events + ~commit];
      }
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
      int step = decisions.event(d);
      int option = walker.steps.option(step);
      if (!decisions.slept(d) && !worthSleeping(step)) {
        conflict = conflict.withoutLatest();
        decisions.cut(d + 1);
        continue;
      }
      decisions.flip(d, conflict.withoutLatest());
      boolean sleep = decisions.slept(d);
      sleeps[step] = decisions.place(d) + (sleep ? 1 : 0);
      if (sleep ? sleep(option) : perform(option)) {
        return;
      }
    }
    shake();
  }

  /** A store that stays in its buffer delays all behind it, so that this is tried less often. */
  private boolean worthSleeping(int step) {
    return (!walker.steps.isCommit(step) || random.nextInt(rarity) == 0)
        && contention.likely(machine, step);
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
          int step = decisions.event(d);
          boolean wake =
              sleeps[step] > 0 || (walker.steps.isCommit(step) && random.nextInt(rarity) > 0);
          sleeps[step] = wake ? 0 : 1;
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
