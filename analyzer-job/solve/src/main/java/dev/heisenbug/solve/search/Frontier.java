package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * All executions side by side, the shortest first: each runs on by itself as far as nothing is to
 * be chosen, then goes every way; equal states count once. Where conditions ask for about as much
 * as the open orders give, few ways lead on and any sample would lose them, but all of them
 * together are not many. Where they are too many some wait aside, latest first, until those that
 * went on have died; nothing is lost as long as there is room for them.
 */
final class Frontier implements Search {
  private static final int FIRST_ROOM = 32;
  private static final int MOST_ROOM = 1 << 15;

  /** Gains of this many layers before less room is tried again. */
  private static final int CALM = 2_000;

  /** What states that wait aside may take. */
  private static final long MOST_BYTES = 256L << 20;

  private static final int SEEN_BITS = 20;

  private final Machine machine;
  private final Problem problem;
  private final Solo solo;
  private final Snapshots snapshots;
  private final SplittableRandom random;
  private final int[] options;

  /** States still to go on from, by how many events they have executed. */
  private final TreeMap<Integer, Layer> layers = new TreeMap<>();

  private final Deque<List<Snapshot>> aside = new ArrayDeque<>();
  private long asideCount;

  /** States met before, as far as there is room to remember them. */
  private final SeenStates seen;

  private boolean lost;

  private int[] steps = new int[64];
  private int taken;
  private int room = FIRST_ROOM;
  private int calm;
  private Snapshot furthest;
  private final Predicate<Condition> counts;
  private final Set<Condition> failed = new LinkedHashSet<>();
  private Condition obstacle;
  private long performed;
  private long lastGain;
  private boolean solved;

  /** States that have executed equally much. */
  private static final class Layer {
    final List<Snapshot> states = new ArrayList<>();
    final Prints seen = new Prints();
  }

  /**
   * @param counts conditions that must hold; the others are left out
   */
  Frontier(Machine machine, Relations relations, long seed, Predicate<Condition> counts) {
    this.counts = counts;
    this.machine = machine;
    this.problem = machine.problem;
    this.solo = new Solo(problem, relations.known());
    this.snapshots = new Snapshots(machine, relations.live());
    this.random = new SplittableRandom(seed);
    this.options = new int[machine.maxSteps()];
    this.furthest = snapshots.start();
    this.seen = new SeenStates(SEEN_BITS);
  }

  @Override
  public long steps() {
    return performed;
  }

  @Override
  public Condition obstacle() {
    return obstacle;
  }

  @Override
  public int[] order() {
    return furthest.way().all();
  }

  /** The conditions that some execution did not satisfy; no others were needed to end it. */
  Set<Condition> failed() {
    return failed;
  }

  /**
   * Goes on where it broke off before; {@link Outcome.Exhausted} where no state was ever dropped.
   */
  @Override
  public Outcome run(Budget budget, long stall) {
    begin();
    lastGain = performed;
    while (!solved) {
      if (layers.isEmpty() && !resume()) {
        return lost ? gaveUp() : new Outcome.Exhausted();
      }
      if (budget.exhausted() || performed - lastGain > stall) {
        return gaveUp();
      }
      List<Snapshot> states = thinned(layers.pollFirstEntry().getValue().states);
      for (int i = 0; i < states.size() && !solved; i++) {
        if ((i & 15) == 15 && budget.exhausted()) {
          return gaveUp();
        }
        branch(states.get(i));
      }
    }
    return solution();
  }

  private Outcome gaveUp() {
    return new Outcome.GaveUp(furthest.executed(), Words.obstacle(problem.trace, obstacle));
  }

  private void begin() {
    if (furthest.executed() == 0 && layers.isEmpty() && aside.isEmpty()) {
      snapshots.load(furthest);
      taken = 0;
      for (int t = 0; t < problem.threads; t++) {
        if (!holds(t)) {
          return;
        }
      }
      settle();
    }
  }

  /** Goes every way from a state. */
  private void branch(Snapshot from) {
    snapshots.load(from);
    int n = machine.enabled(options);
    int[] ways = Arrays.copyOf(options, n);
    for (int way : ways) {
      taken = 0;
      if (perform(way)) {
        settle();
      }
      if (solved) {
        return;
      }
      machine.state.undo(0, from.fingerprint());
    }
  }

  /** Runs on as long as nothing is to be chosen, and keeps the state that is reached. */
  private void settle() {
    boolean moved = true;
    long horizon = machine.horizon();
    while (moved) {
      moved = false;
      for (int t = 0; t < problem.threads; t++) {
        while (ready(t, horizon)) {
          if (!perform(t)) {
            return;
          }
          horizon = machine.horizon();
          moved = true;
        }
      }
    }
    if (machine.complete()) {
      Condition goal = machine.violatedGoal(counts);
      solved = goal == null;
      if (!solved) {
        failed(goal);
      }
    }
    keep();
  }

  private boolean ready(int t, long horizon) {
    int e = machine.next(t);
    return e >= 0 && machine.canExecute(t, horizon) && solo.alone(machine, e);
  }

  /** Takes a step; false where a condition then does not hold. */
  private boolean perform(int option) {
    if (taken == steps.length) {
      steps = Arrays.copyOf(steps, taken * 2);
    }
    steps[taken++] = option < 0 ? option : machine.next(option);
    machine.perform(option);
    performed++;
    return option < 0 || holds(option);
  }

  private boolean holds(int t) {
    Condition c = machine.violated(t, counts);
    if (c == null) {
      return true;
    }
    failed(c);
    if (machine.position(t) > problem.required[t]) {
      machine.stop(t);
      return true;
    }
    return false;
  }

  private void failed(Condition c) {
    obstacle = c;
    failed.add(c);
  }

  private void keep() {
    int executed = 0;
    for (int t = 0; t < problem.threads; t++) {
      executed += machine.position(t);
    }
    // Commits do not count as executed: such a state goes on in the layer it came from.
    Layer layer = layers.computeIfAbsent(executed, k -> new Layer());
    long fingerprint = machine.state.fingerprint();
    if (!solved && (!layer.seen.add(fingerprint) || seen.seen(fingerprint))) {
      return;
    }
    Snapshot s = snapshots.saveAlone(Arrays.copyOf(steps, taken));
    layer.states.add(s);
    if (solved || executed > furthest.executed()) {
      furthest = s;
      lastGain = performed;
      if (++calm > CALM) {
        room = Math.max(FIRST_ROOM, room / 2);
        calm = 0;
      }
    }
  }

  /** As many states as there is room for; the others wait aside. */
  private List<Snapshot> thinned(List<Snapshot> states) {
    if (states.size() <= room) {
      return states;
    }
    for (int i = 0; i < room; i++) {
      int j = i + random.nextInt(states.size() - i);
      Snapshot s = states.get(i);
      states.set(i, states.get(j));
      states.set(j, s);
    }
    List<Snapshot> rest = new ArrayList<>(states.subList(room, states.size()));
    aside.addLast(rest);
    asideCount += rest.size();
    long most = MOST_BYTES / Snapshots.bytes(rest.get(0));
    while (asideCount > most) {
      asideCount -= aside.removeFirst().size();
      lost = true;
    }
    return states.subList(0, room);
  }

  /** All died: the latest that waited aside go on, with more room. */
  private boolean resume() {
    if (aside.isEmpty()) {
      return false;
    }
    calm = 0;
    room = Math.min(MOST_ROOM, room * 2);
    List<Snapshot> states = aside.removeLast();
    asideCount -= states.size();
    Layer layer = new Layer();
    layer.states.addAll(states);
    states.forEach(s -> layer.seen.add(s.fingerprint()));
    layers.put(states.get(0).executed(), layer);
    return true;
  }

  /** Executes the whole way once more, so that the machine holds every value of it. */
  private Outcome solution() {
    int[] all = furthest.way().all();
    Machine again = machine.fresh();
    for (int step : all) {
      again.perform(step < 0 ? step : problem.thread[step]);
    }
    return new Outcome.Solved(new Schedule(all, again.unknowns, again.value));
  }
}
