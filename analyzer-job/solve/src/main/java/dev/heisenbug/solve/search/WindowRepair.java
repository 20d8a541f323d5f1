package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.TraceException;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.smt.FormulaSolver;
import dev.heisenbug.solve.smt.SmtOutcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Hands Z3 the events around a condition that search does not get past, with everything before them
 * kept as it is, and puts the order it finds back into the execution.
 */
final class WindowRepair {
  private static final int[] SIZES = {40, 100, 250};
  private static final Duration FIRST = Duration.ofMillis(700);

  private final SolverOptions options;
  private final SolveStats stats;

  WindowRepair(SolverOptions options, SolveStats stats) {
    this.options = options;
    this.stats = stats;
  }

  /**
   * @param guide ranks of an execution as far as it came, and of what is to follow
   * @param done how many events the execution has
   * @return ranks under which the condition holds at its place, or null
   */
  int[] repair(Machine like, int[] guide, int done, Condition stubborn, Budget budget) {
    int[] order = Guide.ranks(guide);
    int end = end(like.problem, guide, order.length, done, stubborn);
    Duration limit = FIRST;
    for (int size : SIZES) {
      if (budget.exhausted()) {
        return null;
      }
      int from = Math.max(0, end - size);
      int to = Math.min(order.length, end + size / 4);
      int[] solved = solve(like, order, from, to, stubborn, budget.within(limit));
      if (solved != null) {
        return Guide.after(like.problem, solved, guide);
      }
      if (from == 0 && to == order.length) {
        return null;
      }
      limit = limit.multipliedBy(2);
    }
    return null;
  }

  /**
   * Follows the guide to the first condition that fails and repairs it there, as long as that gets
   * further; the ranks to go on with.
   */
  int[] straighten(Machine like, int[] guide, Budget budget) {
    int[] best = guide;
    int reached = -1;
    while (!budget.exhausted()) {
      Break found = firstBreak(like.fresh(), Guide.ranks(best));
      if (found == null || found.at() <= reached) {
        return best;
      }
      reached = found.at();
      int[] next = repair(like, best, best.length, found.condition(), budget);
      if (next == null) {
        return best;
      }
      best = next;
    }
    return best;
  }

  /** Where an order first breaks a condition. */
  private record Break(int at, Condition condition) {}

  private static Break firstBreak(Machine machine, int[] order) {
    Problem problem = machine.problem;
    for (int i = 0; i < order.length; i++) {
      int t = problem.thread[order[i]];
      if (machine.next(t) != order[i] || !machine.canExecute(t, machine.horizon())) {
        return null;
      }
      machine.perform(t);
      Condition c = machine.violated(t);
      if (c != null) {
        return machine.position(t) > problem.required[t] ? null : new Break(i, c);
      }
    }
    Condition goal = machine.violatedGoal();
    return goal == null ? null : new Break(order.length, goal);
  }

  /** Place of the last event the condition waits for, at most where the execution broke off. */
  private static int end(Problem problem, int[] guide, int all, int done, Condition c) {
    if (c.thread() < 0) {
      return all;
    }
    int last = c.after() == 0 ? -1 : problem.byThread[c.thread()][c.after() - 1];
    return last < 0 ? 0 : Math.min(guide[last] + 1, Math.max(done, 1));
  }

  /** The prefix and the window in the order Z3 found for it, or null. */
  private int[] solve(
      Machine like, int[] order, int from, int to, Condition stubborn, Budget limit) {
    Problem problem = like.problem;
    Machine machine = like.fresh();
    for (int i = 0; i < from; i++) {
      int t = problem.thread[order[i]];
      if (machine.next(t) != order[i] || !machine.canExecute(t, machine.horizon())) {
        return null;
      }
      machine.perform(t);
    }
    int[] events = closed(problem, machine, order, from, to, stubborn);
    boolean whole = from + events.length == order.length;
    try {
      WindowTrace.Result window = WindowTrace.of(machine, events, whole);
      if (window == null) {
        return null;
      }
      stats.add("window.calls", 1);
      OrderFacts facts =
          OrderFacts.of(
              window.trace(), options.memoryModel(), options.reductions(), new SolveStats());
      SmtOutcome answer =
          new FormulaSolver(window.trace(), facts, options, new SolveStats())
              .solve(Encoding.DEFAULT, limit);
      if (!(answer instanceof SmtOutcome.Sat sat)) {
        return null;
      }
      stats.add("window.solved", 1);
      int[] inside =
          Arrays.stream(sat.schedule().steps())
              .map(e -> window.origin().get(e))
              .filter(e -> e >= 0)
              .toArray();
      int[] result = Arrays.copyOf(order, from + inside.length);
      System.arraycopy(inside, 0, result, from, inside.length);
      return result;
    } catch (TraceException notTold) {
      return null;
    }
  }

  /** Events of the window, the condition's own thread as far as it goes, and none that waits. */
  private static int[] closed(
      Problem problem, Machine machine, int[] order, int from, int to, Condition stubborn) {
    BitSet in = new BitSet();
    int t = stubborn.thread();
    for (int i = from; i < to; i++) {
      in.set(order[i]);
    }
    for (int i = machine.position(Math.max(t, 0)); t >= 0 && i < stubborn.after(); i++) {
      in.set(problem.byThread[t][i]);
    }
    boolean[] cut = new boolean[problem.threads];
    int[] events = new int[in.cardinality()];
    int n = 0;
    BitSet taken = new BitSet();
    for (int i = from; i < order.length && n < events.length; i++) {
      int e = order[i];
      if (!in.get(e)) {
        continue;
      }
      int u = problem.thread[e];
      cut[u] |= !preceded(problem, machine, taken, e);
      if (!cut[u]) {
        taken.set(e);
        events[n++] = e;
      }
    }
    return Arrays.copyOf(events, n);
  }

  private static boolean preceded(Problem problem, Machine machine, BitSet taken, int e) {
    for (int i = problem.issuePredStart[e]; i < problem.issuePredStart[e + 1]; i++) {
      int before = problem.issuePred[i];
      if (!machine.executed(before) && !taken.get(before)) {
        return false;
      }
    }
    for (int i = problem.effectPredStart[e]; i < problem.effectPredStart[e + 1]; i++) {
      int before = problem.effectPred[i];
      if (!machine.executed(before) && !taken.get(before)) {
        return false;
      }
    }
    return true;
  }
}
