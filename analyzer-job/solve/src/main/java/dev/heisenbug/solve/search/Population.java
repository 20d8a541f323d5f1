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
 * Many executions side by side, all equally far: each goes on in a few random ways, those that meet
 * a condition they cannot satisfy die, and of the rest as many live on as there is room for. Where
 * conditions hang on long histories, as sums do, no single failure says what to change, but some of
 * many histories will do. Where all die, an earlier generation has more offspring.
 */
final class Population implements Search {
  /** Events between two generations. */
  private static final int BLOCK = 8;

  private static final int FIRST_ROOM = 64;
  private static final int MOST_ROOM = 1 << 14;

  /** Room for trying to meet a goal at the end, and how far back that begins, as a power of two. */
  private static final int END_ROOM = 32;

  private static final int FARTHEST = 6;

  /** Litters of one generation before it counts as childless. */
  private static final int LITTERS = 3;

  /** What generations that one can go back to may take. */
  private static final long MOST_BYTES = 256L << 20;

  private final Machine machine;
  private final Problem problem;
  private final Snapshots snapshots;
  private final Prospects prospects;
  private final Descent descent;
  private final SplittableRandom random;
  private final List<List<Snapshot>> generations = new ArrayList<>();

  private int room = FIRST_ROOM;
  private int deaths;
  private Snapshot furthest;

  /** The last state before an end that missed a goal by the least so far, and by how much. */
  private Snapshot nearest;

  private long gap = Long.MAX_VALUE;
  private Condition missed;
  private int ends;
  private long kept;
  private long lastGain;
  private boolean solved;

  /**
   * @param plans cells to look at by themselves, or null
   */
  Population(Machine machine, LiveValues live, CellPlans plans, int[] guide, long seed) {
    this.machine = machine;
    this.problem = machine.problem;
    this.random = new SplittableRandom(seed);
    this.snapshots = new Snapshots(machine, live);
    prospects = plans == null ? null : new Prospects(plans, machine, guide);
    this.descent = new Descent(machine, prospects, guide, random.split());
    this.furthest = snapshots.start();
    generations.add(List.of(furthest));
  }

  @Override
  public long steps() {
    return descent.performed();
  }

  @Override
  public Condition obstacle() {
    return missed != null ? missed : descent.obstacle();
  }

  @Override
  public int[] order() {
    return furthest.way().all();
  }

  @Override
  public Outcome run(Budget budget, long stall) {
    while (true) {
      List<Snapshot> next = offspring(generations.getLast(), budget);
      if (solved) {
        return solved(furthest);
      }
      if (budget.exhausted() || descent.performed() - lastGain > stall) {
        String obstacle = Words.obstacle(problem.trace, obstacle());
        return new Outcome.GaveUp(furthest.executed(), obstacle);
      }
      if (next.isEmpty()) {
        retreat();
      } else {
        goOn(next);
      }
    }
  }

  private void goOn(List<Snapshot> next) {
    generations.add(next);
    kept += next.size();
    long most = MOST_BYTES / Snapshots.bytes(next.get(0));
    while (generations.size() > 2 && kept > most) {
      kept -= generations.removeFirst().size();
    }
    if (next.get(0).executed() > furthest.executed()) {
      furthest = next.get(0);
      lastGain = descent.performed();
      room = deaths > 0 ? room : Math.max(FIRST_ROOM, room - room / 16);
      deaths = Math.max(0, deaths - 1);
    }
  }

  /** All died: some generations back there is more room, unless it is but the goal they missed. */
  private void retreat() {
    boolean end = descent.atEnd();
    room = end ? END_ROOM : Math.min(MOST_ROOM, room * 2);
    if (prospects != null) {
      prospects.tryHarder(room / FIRST_ROOM);
    }
    if (end && nearest != null && random.nextInt(4) > 0) {
      climb();
      return;
    }
    deaths++;
    int far = end ? random.nextInt(FARTHEST) : Math.min(deaths, 20);
    drop(Math.min(generations.size() - 1, 2 << far));
    deaths = generations.size() == 1 ? 0 : deaths;
  }

  /** Goes on from an ancestor of the execution that missed a goal by the least. */
  private void climb() {
    ends++;
    int far = random.nextInt(Math.min(FARTHEST + ends / 16, 20));
    Snapshot from = nearest.ancestor((2 << far) - 1);
    int back = 0;
    while (back < generations.size() - 1
        && generations.get(generations.size() - 1 - back).get(0).executed() >= from.executed()) {
      back++;
    }
    drop(back);
    generations.add(List.of(from));
    kept++;
  }

  private void drop(int back) {
    for (int i = 0; i < back; i++) {
      kept -= generations.removeLast().size();
    }
  }

  /** Remembers an end that came nearer to the goal than, or as near as, any before. */
  private void ended(Snapshot parent) {
    missed = descent.obstacle();
    long by = Distance.of(problem, machine.values, missed.expr());
    if (by <= gap) {
      lastGain = by < gap ? descent.performed() : lastGain;
      gap = by;
      nearest = parent;
    }
  }

  /** The next generation: random, different, as many as there is room for. */
  private List<Snapshot> offspring(List<Snapshot> parents, Budget budget) {
    Set<Long> seen = new HashSet<>();
    List<Snapshot> born = new ArrayList<>();
    int litter = Math.max(2, 2 * room / parents.size());
    for (int pass = 0; pass < LITTERS && born.size() <= room / 2; pass++) {
      for (Snapshot parent : parents) {
        if (budget.exhausted() || !bear(parent, litter, seen, born)) {
          return born;
        }
      }
    }
    return thinned(born);
  }

  /** False where a child is a solution. */
  private boolean bear(Snapshot parent, int litter, Set<Long> seen, List<Snapshot> born) {
    snapshots.load(parent);
    for (int i = 0; i < litter; i++) {
      int[] steps = descent.run(BLOCK);
      if (descent.solved()) {
        furthest = snapshots.save(steps);
        solved = true;
        return false;
      }
      if (steps == null && descent.atEnd()) {
        ended(parent);
      }
      if (steps != null && seen.add(machine.state.fingerprint())) {
        born.add(snapshots.save(steps));
      }
      machine.state.undo(0, parent.fingerprint());
    }
    return true;
  }

  private List<Snapshot> thinned(List<Snapshot> born) {
    int n = Math.min(room, born.size());
    for (int i = 0; i < n; i++) {
      int j = i + random.nextInt(born.size() - i);
      Snapshot s = born.get(i);
      born.set(i, born.get(j));
      born.set(j, s);
    }
    return new ArrayList<>(born.subList(0, n));
  }

  /** Executes the whole way once more, so that the machine holds every value of it. */
  private Outcome solved(Snapshot end) {
    int[] steps = end.way().all();
    Machine again = machine.fresh();
    for (int step : steps) {
      again.perform(step < 0 ? step : problem.thread[step]);
    }
    return new Outcome.Solved(new Schedule(steps, again.unknowns, again.value));
  }
}
