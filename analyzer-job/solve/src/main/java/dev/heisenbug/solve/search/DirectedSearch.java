package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Runs along the guide to the first condition that fails, then looks best-first among executions
 * that differ by flips of reads in the failing condition's slice. Far behind the front the
 * execution is taken as settled; where nothing helps, more of it is opened again.
 */
final class DirectedSearch implements Search {
  private static final int BATCH = 12;
  private static final int FIRST_SPAN = 800;
  private static final int READS = 64;
  private static final int PATIENCE = 8_000;
  private static final int MOST_WAITING = 600;

  private final Runner runner;
  private final Keys keys;
  private final Flips flips;
  private Budget budget;
  private final List<Candidate> waiting = new ArrayList<>();
  private final SplittableRandom random;
  private final Set<Long> seen = new HashSet<>();

  private Candidate best;
  private int base;
  private int span = FIRST_SPAN;
  private int reads = READS;
  private int numbers;
  private int fruitless;
  private long lastGain;
  private long tries;

  DirectedSearch(Machine machine, int[] guide, long seed) {
    this.keys = new Keys(machine.problem, guide);
    this.runner = new Runner(machine, guide, keys);
    this.random = new SplittableRandom(seed);
    this.flips = new Flips(runner, runner.problem.accesses(), random.split());
  }

  @Override
  public long steps() {
    return runner.performed();
  }

  long tries() {
    return tries;
  }

  @Override
  public Condition obstacle() {
    return best.violated;
  }

  @Override
  public int[] order() {
    restore(best);
    return runner.steps(0, runner.depth());
  }

  private Outcome gaveUp() {
    // Ranks count commits, too.
    int events = runner.problem.model.relaxed() ? best.rank / 2 : best.rank;
    return new Outcome.GaveUp(events, Words.obstacle(runner.problem.trace, best.violated));
  }

  @Override
  public Outcome run(Budget limit, long stall) {
    budget = limit;
    runner.within(limit);
    runner.run();
    if (!runner.solved()) {
      settle();
    }
    while (!runner.solved()) {
      if (budget.exhausted() || runner.performed() - lastGain > stall) {
        return gaveUp();
      }
      if (waiting.isEmpty() || fruitless > PATIENCE) {
        reopen();
      }
      Candidate c = pick();
      while (c != null && !runner.solved() && !budget.exhausted()) {
        c = expand(c);
      }
    }
    int[] steps = runner.steps(0, runner.depth());
    return new Outcome.Solved(new Schedule(steps, runner.machine.unknowns, runner.machine.value));
  }

  /** The run just made is the new front: its order is kept, what lies far behind is settled. */
  private void settle() {
    keys.follow(runner.steps(base, runner.depth()));
    keys.settle();
    base = Math.max(0, runner.depth() - span);
    best = new Candidate(runner, base, numbers++);
    waiting.clear();
    waiting.add(best);
    seen.clear();
    fruitless = 0;
  }

  /** Opens more of the settled part around the best execution. */
  private void reopen() {
    if (base == 0 && reads >= 4096) {
      flips.shake();
    }
    restore(best);
    span = Math.min(span * 2, 1 << 28);
    reads = Math.min(reads * 2, 4096);
    if (!runner.solved()) {
      settle();
    }
  }

  private void restore(Candidate c) {
    keys.undo(0);
    keys.follow(c.steps);
    runner.undoTo(base);
    runner.run();
  }

  /** The best candidate, or any: going on from a poor one is how ruts are left. */
  private Candidate pick() {
    int at = random.nextInt(waiting.size());
    if (random.nextInt(3) == 0) {
      for (int i = 0; i < waiting.size(); i++) {
        at = Candidate.compare(waiting.get(i), waiting.get(at)) < 0 ? i : at;
      }
    }
    Candidate c = waiting.get(at);
    waiting.set(at, waiting.get(waiting.size() - 1));
    waiting.remove(waiting.size() - 1);
    return c;
  }

  /** Tries some flips of a candidate; returns the first execution that got further than it. */
  private Candidate expand(Candidate c) {
    restore(c);
    int mark = keys.mark();
    List<Flip> list = c.flips(flips, reads);
    if (c.rank == runner.rank.length && !list.isEmpty() && c.cursor >= BATCH) {
      // At the end the whole execution is in the slice: any part of it is as good as the last.
      c.cursor = random.nextInt(list.size());
    }
    int end = Math.min(list.size(), c.cursor + BATCH);
    while (c.cursor < end) {
      Flip flip = list.get(c.cursor++);
      if (flip.depth() < base) {
        c.cursor = list.size();
        break;
      }
      tries++;
      fruitless++;
      if ((tries & 15) == 0 && budget.exhausted()) {
        return null;
      }
      long[] choice = runner.machine.opaqueChoice;
      long before = flip.isChoice() ? choice[flip.event()] : 0;
      runner.undoTo(flip.depth());
      if (flip.isChoice()) {
        choice[flip.event()] = flip.value();
      } else {
        keys.apply(flip);
      }
      runner.run();
      if (runner.solved() || improved()) {
        return null;
      }
      if (flip.isChoice()) {
        // A choice that does not help at once is not kept: the pool holds orders only.
        choice[flip.event()] = before;
        runner.undoTo(flip.depth());
        continue;
      }
      boolean near = runner.stopRank() >= best.rank - span / 2;
      if (near && seen.add(flips.reason(runner.violated()))) {
        Candidate child = new Candidate(runner, base, numbers++);
        if (child.rank > c.rank || (child.rank == c.rank && child.distance < c.distance)) {
          keep(c);
          return child;
        }
        keep(child);
      }
      keys.undo(mark);
      runner.undoTo(flip.depth());
    }
    c.round();
    keep(c);
    return null;
  }

  private void keep(Candidate c) {
    if (c.exhausted()) {
      return;
    }
    if (waiting.size() < MOST_WAITING) {
      waiting.add(c);
    } else {
      waiting.set(random.nextInt(waiting.size()), c);
    }
  }

  private boolean improved() {
    boolean further = runner.stopRank() > best.rank;
    boolean nearer =
        runner.stopRank() == best.rank
            && runner.violated() != null
            && best.violated != null
            && runner.distance() < best.distance;
    if (further) {
      lastGain = runner.performed();
      span = FIRST_SPAN;
      reads = READS;
      settle();
    } else if (nearer) {
      settle();
    }
    return further || nearer;
  }
}
