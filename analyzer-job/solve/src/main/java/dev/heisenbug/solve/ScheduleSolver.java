package dev.heisenbug.solve;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.order.Contradiction;
import dev.heisenbug.solve.order.OrderDiagnosis;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.order.ValueDiagnosis;
import dev.heisenbug.solve.search.Engine;
import dev.heisenbug.solve.smt.FormulaSolver;
import dev.heisenbug.solve.smt.SmtOutcome;
import java.util.List;
import java.util.Optional;

/**
 * From a symbolic trace to a schedule. Every schedule it returns has passed the independent
 * checker; see {@code docs/solver.md} for how it searches.
 */
public final class ScheduleSolver {
  private ScheduleSolver() {}

  public static SolveResult solve(SymbolicTrace trace, SolverOptions options) {
    SolveStats stats = new SolveStats();
    long start = System.nanoTime();
    Budget budget = new Budget(options.timeout(), options.cancelled());
    OrderFacts facts = OrderFacts.of(trace, options.memoryModel(), options.reductions(), stats);
    stats.set("events", trace.eventCount());
    Optional<Contradiction> contradiction =
        budget.exhausted() ? Optional.empty() : OrderDiagnosis.find(trace, facts);
    if (contradiction.isEmpty() && !budget.exhausted()) {
      contradiction = values(trace, facts, options);
    }
    SolveResult result;
    if (contradiction.isEmpty() && budget.exhausted()) {
      String reached = "order facts of " + trace.eventCount() + " events, none scheduled";
      result = new SolveResult.Unknown("out of time or cancelled", reached, stats);
    } else if (contradiction.isPresent()) {
      Contradiction c = contradiction.get();
      result = new SolveResult.Infeasible(c.diagnosis(), c.core(), stats);
    } else if (options.encoding() == Encoding.DEFAULT) {
      result = new Engine(trace, facts, options, stats, budget).solve();
    } else {
      result = baseline(trace, facts, options, stats, budget);
    }
    stats.set("ms.total", (System.nanoTime() - start) / 1_000_000);
    return result;
  }

  /** Baselines find out for themselves. */
  private static Optional<Contradiction> values(
      SymbolicTrace trace, OrderFacts facts, SolverOptions options) {
    return options.encoding() == Encoding.DEFAULT
        ? ValueDiagnosis.find(trace, facts)
        : Optional.empty();
  }

  private static SolveResult baseline(
      SymbolicTrace trace,
      OrderFacts facts,
      SolverOptions options,
      SolveStats stats,
      Budget budget) {
    SmtOutcome outcome =
        new FormulaSolver(trace, facts, options, stats).solve(options.encoding(), budget);
    return switch (outcome) {
      case SmtOutcome.Sat sat -> checked(trace, options, stats, sat.schedule());
      case SmtOutcome.Unsat unsat ->
          new SolveResult.Infeasible(diagnosis(unsat.core()), unsat.core(), stats);
      case SmtOutcome.Undecided undecided ->
          new SolveResult.Unknown(undecided.reason(), "the whole formula", stats);
    };
  }

  /** One sentence for a core. */
  public static String diagnosis(List<String> core) {
    return core.isEmpty()
        ? "no schedule exists: the order of synchronisation alone is contradictory"
        : "no schedule exists: " + core.size() + " recorded facts cannot hold together";
  }

  /** A schedule as a result, after the checker agreed with it. */
  public static SolveResult checked(
      SymbolicTrace trace, SolverOptions options, SolveStats stats, Schedule schedule) {
    Optional<String> fault =
        new ScheduleChecker(trace, options.memoryModel(), options.reductions()).check(schedule);
    if (fault.isPresent()) {
      return new SolveResult.Unknown(
          "a schedule was found but the checker refused it", fault.get(), stats);
    }
    int switches = schedule.contextSwitches(trace);
    return new SolveResult.Found(schedule, switches, stats);
  }
}
