package dev.heisenbug.solve.smt;

import com.microsoft.z3.Status;
import com.microsoft.z3.Z3Exception;
import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.Words;
import dev.heisenbug.solve.order.Requirements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Goals that contradict branches on the same values: whatever the order, no read could satisfy
 * both. Asking for the other outcome of a branch often comes to this.
 */
public final class GoalCheck {
  private static final int MOST_CONDITIONS = 64;
  private static final Duration LIMIT = Duration.ofMillis(500);

  private GoalCheck() {}

  /** Conditions that cannot hold together, or an empty list. */
  public static List<String> contradiction(
      SymbolicTrace trace, SolverOptions options, Budget budget) {
    for (Condition goal : trace.conditions()) {
      List<Condition> together = related(trace, goal);
      if (goal.kind() == Condition.Kind.GOAL && together.size() > 1) {
        List<String> core = check(trace, together, options, budget.within(LIMIT));
        if (!core.isEmpty() || budget.exhausted()) {
          return core;
        }
      }
    }
    return List.of();
  }

  private static List<Condition> related(SymbolicTrace trace, Condition goal) {
    List<Condition> result = new ArrayList<>();
    SmallReads small = new SmallReads(trace);
    Set<Integer> reads = goal.kind() == Condition.Kind.GOAL ? small.of(goal.expr()) : Set.of();
    if (reads.isEmpty()) {
      return result;
    }
    int[] required = Requirements.of(trace);
    result.add(goal);
    for (Condition c : trace.conditions()) {
      boolean must = c.thread() < 0 || c.after() <= required[c.thread()];
      if (c != goal
          && must
          && result.size() < MOST_CONDITIONS
          && !Collections.disjoint(reads, small.of(c.expr()))) {
        result.add(c);
      }
    }
    return result;
  }

  private static List<String> check(
      SymbolicTrace trace, List<Condition> together, SolverOptions options, Budget limit) {
    try (Z3Session session = new Z3Session(limit, options.seed(), options.memoryBytes())) {
      ExprTerms terms = new ExprTerms(session.z3, trace);
      for (Condition c : together) {
        session.add(Words.of(trace, c), terms.condition(c.expr()));
      }
      return session.check() == Status.UNSATISFIABLE ? session.core(limit) : List.of();
    } catch (Z3Session.OutOfTime | Z3Exception undecided) {
      return List.of();
    }
  }
}
