package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.solve.Budget;
import java.util.Arrays;

/**
 * Runs a machine forward along the preferred order, remembers every step, and can go back to any of
 * them.
 */
final class Runner {
  /** No step. */
  private static final int NOBODY = Integer.MIN_VALUE;

  final Machine machine;
  final Problem problem;
  final int[] rank;
  final int[] depthOf;
  private final Keys keys;
  private final boolean relaxed;
  private final int[] commits;

  private Budget budget;
  private int depth;
  private int[] step = new int[1024];
  private int[] mark = new int[1024];
  private long[] before = new long[1024];
  private long performed;

  /** The condition that stopped the last run; null after a dead end or success. */
  private Condition violated;

  private boolean solved;
  private int stopRank;
  private long distance;
  private long stopPrint;

  private final Condition[] waitsOn;
  private final int[] waitCell;
  private final int[] waitWriter;
  private final long[] waitGap;

  /** From now on runs end with the budget. */
  void within(Budget limit) {
    budget = limit;
  }

  Runner(Machine machine, int[] rank, Keys keys) {
    this.keys = keys;
    this.machine = machine;
    this.problem = machine.problem;
    this.rank = rank;
    this.depthOf = new int[problem.events];
    this.waitsOn = new Condition[problem.threads];
    this.waitCell = new int[problem.threads];
    this.waitWriter = new int[problem.threads];
    this.waitGap = new long[problem.threads];
    this.relaxed = problem.model.relaxed();
    this.commits = new int[relaxed ? problem.events : 1];
  }

  int depth() {
    return depth;
  }

  int step(int i) {
    return step[i];
  }

  int[] steps(int from, int to) {
    return Arrays.copyOfRange(step, from, to);
  }

  long performed() {
    return performed;
  }

  Condition violated() {
    return violated;
  }

  boolean solved() {
    return solved;
  }

  /** How far along the guide the last run came: everything of lower rank was executed. */
  int stopRank() {
    return stopRank;
  }

  /** How far the violated condition was from holding. */
  long distance() {
    return distance;
  }

  /** Fingerprint of the state in which the last run stopped. */
  long stopPrint() {
    return stopPrint;
  }

  /** Runs until solved, stopped by a condition, or stuck. */
  void run() {
    violated = null;
    solved = false;
    distance = 0;
    Arrays.fill(waitsOn, null);
    while (true) {
      if (machine.complete()) {
        violated = machine.violatedGoal();
        solved = violated == null;
        stopRank = rank.length;
        stopPrint = machine.state.fingerprint();
        distance = solved ? 0 : Distance.of(problem, machine.values, violated.expr());
        return;
      }
      int next = choose();
      if (next == NOBODY || ((performed & 4095) == 0 && budget.exhausted())) {
        stuck();
        return;
      }
      perform(next);
      if (next >= 0 && !holds(next)) {
        return;
      }
    }
  }

  /**
   * False where the run is over. A read that breaks a condition is taken back and waits until its
   * cell is written again; other threads go on meanwhile.
   */
  private boolean holds(int t) {
    Condition c = machine.violated(t);
    if (c == null) {
      return true;
    }
    if (machine.position(t) > problem.required[t]) {
      machine.stop(t);
      return true;
    }
    int e = step[depth - 1];
    long gap = Distance.of(problem, machine.values, c.expr());
    boolean canWait = problem.trace.kind(e).isMemory() && problem.trace.kind(e).reads();
    int cell = canWait ? machine.cell(e) : -1;
    stopPrint = machine.state.fingerprint();
    undoTo(depth - 1);
    if (!canWait) {
      violated = c;
      distance = gap;
      stopRank = firstOpenRank();
      return false;
    }
    waitsOn[t] = c;
    waitCell[t] = cell;
    waitWriter[t] = machine.writer(cell);
    waitGap[t] = gap;
    return true;
  }

  private boolean waits(int t) {
    if (waitsOn[t] == null) {
      return false;
    }
    if (machine.writer(waitCell[t]) == waitWriter[t]) {
      return true;
    }
    waitsOn[t] = null;
    return false;
  }

  /** Nothing can go on: the earliest open condition along the guide is to blame, if any. */
  private void stuck() {
    stopRank = firstOpenRank();
    stopPrint = machine.state.fingerprint();
    int worst = Integer.MAX_VALUE;
    for (int t = 0; t < problem.threads; t++) {
      if (waitsOn[t] != null) {
        int r = rank[problem.byThread[t][machine.position(t)]];
        if (r < worst) {
          worst = r;
          violated = waitsOn[t];
          distance = waitGap[t];
        }
      }
    }
  }

  private int firstOpenRank() {
    int first = rank.length;
    for (int t = 0; t < problem.threads; t++) {
      int pos = machine.position(t);
      if (pos < problem.required[t]) {
        first = Math.min(first, rank[problem.byThread[t][pos]]);
      }
    }
    return first;
  }

  private int choose() {
    int commit = relaxed ? chooseCommit() : NOBODY;
    long ceiling = commit == NOBODY ? Long.MAX_VALUE : keys.ofCommit(~commit);
    long horizon = machine.horizon();
    long floor = Long.MIN_VALUE;
    while (true) {
      int best = NOBODY;
      long bestKey = ceiling;
      for (int t = 0; t < problem.threads; t++) {
        int e = waits(t) ? -1 : machine.next(t);
        if (e >= 0 && keys.of(e) > floor && keys.of(e) < bestKey) {
          best = t;
          bestKey = keys.of(e);
        }
      }
      if (best == NOBODY) {
        return commit;
      }
      if (machine.canExecute(best, horizon)) {
        return best;
      }
      floor = bestKey;
    }
  }

  private int chooseCommit() {
    int best = NOBODY;
    long bestKey = Long.MAX_VALUE;
    for (int t = 0; t < problem.threads; t++) {
      int n = machine.committable(t, commits);
      for (int i = 0; i < n; i++) {
        if (keys.ofCommit(~commits[i]) < bestKey) {
          best = commits[i];
          bestKey = keys.ofCommit(~commits[i]);
        }
      }
    }
    return best;
  }

  private void perform(int option) {
    if (depth == step.length) {
      int n = depth * 2;
      step = Arrays.copyOf(step, n);
      mark = Arrays.copyOf(mark, n);
      before = Arrays.copyOf(before, n);
    }
    mark[depth] = machine.state.mark();
    before[depth] = machine.state.fingerprint();
    int e = option < 0 ? option : machine.next(option);
    machine.perform(option);
    if (option >= 0) {
      depthOf[e] = depth;
    }
    step[depth++] = e;
    performed++;
  }

  void undoTo(int target) {
    if (target < depth) {
      depth = target;
      machine.state.undo(mark[depth], before[depth]);
    }
  }

  boolean executed(int e) {
    return machine.executed(e);
  }
}
