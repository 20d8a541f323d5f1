package dev.heisenbug.solve;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.order.Contradiction;
import dev.heisenbug.solve.order.OrderDiagnosis;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.order.RangeDiagnosis;
import dev.heisenbug.solve.order.SupplyDiagnosis;
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
  private static final String OUT_OF_TIME = "out of time or cancelled";
  private static final String NO_ROOM = "the heap is too small";

  private ScheduleSolver() {}

  public static SolveResult solve(SymbolicTrace trace, SolverOptions options) {
    SolveStats stats = new SolveStats();
    long start = System.nanoTime();
    Budget budget = new Budget(options.timeout(), options.cancelled());
    Progress progress = new Progress();
    SolveResult result =
        Deadline.keep(
            budget,
            () -> solve(trace, options, stats, budget, progress),
            () -> progress.found().orElseGet(() -> undone(OUT_OF_TIME, trace, progress, stats)),
            () -> progress.found().orElseGet(() -> undone(NO_ROOM, trace, progress, stats)));
    stats.set("ms.total", (System.nanoTime() - start) / 1_000_000);
    return result;
  }

  private static SolveResult solve(
      SymbolicTrace trace,
      SolverOptions options,
      SolveStats stats,
      Budget budget,
      Progress progress) {
    stats.set("events", trace.eventCount());
    progress.begin("the order");
    OrderFacts facts = OrderFacts.of(trace, options.memoryModel(), options.reductions(), stats);
    Optional<Contradiction> contradiction =
        budget.exhausted() ? Optional.empty() : OrderDiagnosis.find(trace, facts);
    progress.begin("the search for contradictions in the order");
    if (contradiction.isEmpty() && !budget.exhausted()) {
      contradiction = values(trace, facts, options);
    }
    if (contradiction.isPresent()) {
      Contradiction c = contradiction.get();
      return new SolveResult.Infeasible(c.diagnosis(), c.core(), stats);
    }
    if (budget.exhausted()) {
      String reached = "order facts of " + trace.eventCount() + " events, none scheduled";
      return new SolveResult.Unknown(OUT_OF_TIME, reached, stats);
    }
    progress.begin("the formula");
    return options.encoding() == Encoding.DEFAULT
        ? new Engine(trace, facts, options, stats, budget, progress).solve()
        : baseline(trace, facts, options, stats, budget);
  }

  private static SolveResult undone(
      String reason, SymbolicTrace trace, Progress progress, SolveStats stats) {
    String reached = progress.phase() + " of " + trace.eventCount() + " events was not done";
    return new SolveResult.Unknown(reason, reached, stats);
  }

  /** Baselines find out for themselves. */
  private static Optional<Contradiction> values(
      SymbolicTrace trace, OrderFacts facts, SolverOptions options) {
    return options.encoding() == Encoding.DEFAULT
        ? SupplyDiagnosis.find(trace)
            .or(() -> ValueDiagnosis.find(trace, facts))
            .or(() -> RangeDiagnosis.find(trace))
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
        : core.size() == 1
            ? "no schedule exists: one recorded fact cannot hold"
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
