package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.Words;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Depth-first search over executions along a guide order: goes on while conditions hold, goes back
 * at the first that does not, never enters a state twice, and leaps back further, with some noise,
 * where it makes no headway.
 */
final class ForwardSearch {
  private static final int FIRST_PATIENCE = 4_000;
  private static final int FIRST_LEAP = 16;

  private final Problem problem;
  private final Machine machine;
  private final Solo solo;
  private final int[] rank;
  private final SeenStates seen;
  private final SplittableRandom random;
  private final Budget budget;

  private int depth;
  private int[] step = new int[1024];
  private int[] cursor = new int[1024];
  private int[] mark = new int[1024];
  private long[] before = new long[1024];
  private final int[] options;
  private final long[] keys;

  private int best;
  private int bestEvents;
  private int leaps;
  private long nodes;
  private Condition obstacle;
  private int noisyUntil;

  ForwardSearch(Machine machine, int[] rank, long seed, int tableBits, Budget budget) {
    this.problem = machine.problem;
    this.machine = machine;
    this.solo = new Solo(problem, null);
    this.rank = rank;
    this.seen = new SeenStates(tableBits);
    this.random = new SplittableRandom(seed);
    this.budget = budget;
    this.options = new int[machine.maxSteps()];
    this.keys = new long[machine.maxSteps()];
  }

  long nodes() {
    return nodes;
  }

  /** Searches until solved, exhausted, out of budget, or {@code maxLeaps} leaps were in vain. */
  Outcome run(int maxLeaps) {
    if (!startOk()) {
      return new Outcome.Exhausted();
    }
    long patience = FIRST_PATIENCE;
    long stall = 0;
    int level = 0;
    while (true) {
      if (machine.complete()) {
        Condition goal = machine.violatedGoal();
        if (goal == null) {
          return new Outcome.Solved(schedule());
        }
        obstacle = goal;
      } else if (advance()) {
        if ((nodes & 4095) == 0 && budget.exhausted()) {
          return gaveUp();
        }
        if (depth > best) {
          best = depth;
          bestEvents = executed();
          stall = 0;
          level = 0;
          patience = FIRST_PATIENCE;
        }
        continue;
      }
      stall++;
      if (!backtrack()) {
        return leaps == 0 ? new Outcome.Exhausted() : gaveUp();
      }
      if ((stall & 255) == 0 && budget.exhausted()) {
        return gaveUp();
      }
      if (stall > patience) {
        if (leaps >= maxLeaps) {
          return gaveUp();
        }
        leap(Math.min(depth, FIRST_LEAP << Math.min(level, 24)));
        level++;
        patience += patience / 2;
        stall = 0;
      }
    }
  }

  private boolean startOk() {
    for (int t = 0; t < problem.threads; t++) {
      Condition c = machine.violated(t);
      if (c != null) {
        obstacle = c;
        if (problem.required[t] >= 0) {
          return false;
        }
      }
    }
    return true;
  }

  private int executed() {
    int sum = 0;
    for (int t = 0; t < problem.threads; t++) {
      sum += machine.position(t);
    }
    return sum;
  }

  private Outcome gaveUp() {
    String what = Words.obstacle(problem.trace, obstacle);
    return new Outcome.GaveUp(bestEvents, what);
  }

  /** Takes the next untried step of the present state; false where none is left. */
  private boolean advance() {
    ensure();
    cursor[depth] = 0;
    return tryFrom();
  }

  private boolean tryFrom() {
    int n = sortedOptions();
    while (cursor[depth] < n) {
      int option = options[cursor[depth]++];
      mark[depth] = machine.state.mark();
      before[depth] = machine.state.fingerprint();
      machine.perform(option);
      nodes++;
      if (acceptable(option) && (n == 1 || !seen.seen(machine.state.fingerprint()))) {
        step[depth++] = option < 0 ? option : lastEvent(option);
        return true;
      }
      machine.state.undo(mark[depth], before[depth]);
    }
    return false;
  }

  private int lastEvent(int t) {
    return problem.byThread[t][machine.position(t) - 1];
  }

  private boolean acceptable(int option) {
    if (option < 0) {
      return true;
    }
    Condition c = machine.violated(option);
    if (c == null) {
      return true;
    }
    if (machine.position(option) <= problem.required[option]) {
      obstacle = c;
      return false;
    }
    machine.stop(option);
    return true;
  }

  private boolean backtrack() {
    while (depth > 0) {
      depth--;
      machine.state.undo(mark[depth], before[depth]);
      if (tryFrom()) {
        return true;
      }
    }
    return false;
  }

  private void leap(int distance) {
    leaps++;
    noisyUntil = depth + distance / 2;
    depth -= distance;
    machine.state.undo(mark[depth], before[depth]);
    cursor[depth] = 0;
    seen.clear();
  }

  private int sortedOptions() {
    int n = machine.enabled(options);
    for (int i = 0; i < n; i++) {
      int option = options[i];
      int e = option < 0 ? ~option : machine.next(option);
      if (option >= 0 && solo.alone(machine, e)) {
        options[0] = option;
        return 1;
      }
      keys[i] = key(option, e);
    }
    for (int i = 1; i < n; i++) {
      long k = keys[i];
      int o = options[i];
      int j = i - 1;
      for (; j >= 0 && keys[j] > k; j--) {
        keys[j + 1] = keys[j];
        options[j + 1] = options[j];
      }
      keys[j + 1] = k;
      options[j + 1] = o;
    }
    return n;
  }

  /** Noise must not change while a state is being tried out, so that it hangs on the state. */
  private long key(int option, int e) {
    long key = rank[option < 0 ? problem.events + e : e];
    if (depth < noisyUntil) {
      key += (Mix.of(machine.state.fingerprint() + leaps, e) & 0xFF) >>> 3;
    }
    return key;
  }

  private void ensure() {
    if (depth + 1 >= step.length) {
      int n = step.length * 2;
      step = Arrays.copyOf(step, n);
      cursor = Arrays.copyOf(cursor, n);
      mark = Arrays.copyOf(mark, n);
      before = Arrays.copyOf(before, n);
    }
  }

  private Schedule schedule() {
    return new Schedule(Arrays.copyOf(step, depth), machine.unknowns, machine.value);
  }
}
