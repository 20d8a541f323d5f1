package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.smt.FormulaSolver;
import dev.heisenbug.solve.smt.SmtOutcome;
import java.util.List;

/** The default engine: forward execution first, formulas for what is left. */
public final class Engine {
  private static final int FIRST_LEAPS = 6;

  private final SymbolicTrace trace;
  private final OrderFacts facts;
  private final SolverOptions options;
  private final SolveStats stats;
  private final Budget budget;

  public Engine(
      SymbolicTrace trace,
      OrderFacts facts,
      SolverOptions options,
      SolveStats stats,
      Budget budget) {
    this.trace = trace;
    this.facts = facts;
    this.options = options;
    this.stats = stats;
    this.budget = budget;
  }

  public SolveResult solve() {
    Problem problem = new Problem(trace, options.memoryModel(), facts);
    FreeValues free = FreeValues.of(trace);
    Outcome outcome = new Outcome.GaveUp(0, "");
    for (int choice = 0; choice < free.choices(); choice++) {
      Machine machine = new Machine(problem, free.unknowns(choice), free.opaque(choice));
      outcome = search(machine, Guide.of(problem));
      if (!(outcome instanceof Outcome.Exhausted)) {
        break;
      }
    }
    return switch (outcome) {
      case Outcome.Solved solved -> found(solved.schedule());
      case Outcome.Exhausted none -> free.complete() ? infeasible() : formula("");
      case Outcome.GaveUp gaveUp ->
          formula(
              gaveUp.best() + " of " + trace.eventCount() + " steps, then " + gaveUp.obstacle());
    };
  }

  /** A short exhaustive search settles small traces; the directed one takes the rest. */
  private Outcome search(Machine machine, int[] guide) {
    ForwardSearch forward = new ForwardSearch(machine, guide, options.seed(), tableBits(), budget);
    Outcome outcome = forward.run(FIRST_LEAPS);
    stats.add("search.steps", forward.nodes());
    if (!(outcome instanceof Outcome.GaveUp)) {
      return outcome;
    }
    return Race.run(
        options.workers(),
        budget,
        (worker, limit) -> {
          Machine own = new Machine(machine.problem, machine.unknowns, machine.opaqueChoice);
          // Narrow clock windows suit the systematic search, wide ones the directed repair.
          return worker % 4 == 1
              ? forward(own, guide, worker, limit)
              : directed(own, guide, worker, limit);
        });
  }

  private Outcome forward(Machine machine, int[] guide, int worker, Budget limit) {
    ForwardSearch forward =
        new ForwardSearch(machine, guide, options.seed() + worker, tableBits(), limit);
    Outcome result = forward.run(Integer.MAX_VALUE);
    stats.add("search.steps", forward.nodes());
    return result;
  }

  private Outcome directed(Machine machine, int[] guide, int worker, Budget limit) {
    DirectedSearch directed = new DirectedSearch(machine, guide, options.seed() + worker, limit);
    Outcome result = directed.run();
    stats.add("search.steps", directed.steps());
    stats.add("search.flips", directed.tries());
    return result;
  }

  /** A table for small traces must not cost more than their search. */
  private int tableBits() {
    int bits = 33 - Integer.numberOfLeadingZeros(Math.max(8, trace.eventCount()));
    return Math.min(20, bits + 7);
  }

  private SolveResult found(Schedule schedule) {
    SolveResult result = ScheduleSolver.checked(trace, options, stats, schedule);
    if (!(result instanceof SolveResult.Found) || options.polish().isZero()) {
      return result;
    }
    Budget polish = budget.within(options.polish());
    ScheduleChecker checker =
        new ScheduleChecker(trace, options.memoryModel(), options.reductions());
    Problem problem = new Problem(trace, options.memoryModel(), facts);
    Schedule shorter =
        new Minimizer(problem, s -> checker.check(s).isEmpty(), polish).minimize(schedule);
    return new SolveResult.Found(shorter, shorter.contextSwitches(trace), stats);
  }

  private SolveResult infeasible() {
    if (options.polish().isZero()) {
      return new SolveResult.Infeasible(ScheduleSolver.diagnosis(List.of()), List.of(), stats);
    }
    SmtOutcome outcome =
        new FormulaSolver(trace, facts, options, stats)
            .solve(Encoding.DEFAULT, budget.within(options.polish().multipliedBy(3)));
    List<String> core = outcome instanceof SmtOutcome.Unsat unsat ? unsat.core() : List.of();
    return new SolveResult.Infeasible(ScheduleSolver.diagnosis(core), core, stats);
  }

  private SolveResult formula(String reached) {
    if (budget.exhausted()) {
      return new SolveResult.Unknown("out of time", reached, stats);
    }
    SmtOutcome outcome =
        new FormulaSolver(trace, facts, options, stats).solve(Encoding.DEFAULT, budget);
    return switch (outcome) {
      case SmtOutcome.Sat sat -> found(sat.schedule());
      case SmtOutcome.Unsat unsat ->
          new SolveResult.Infeasible(ScheduleSolver.diagnosis(unsat.core()), unsat.core(), stats);
      case SmtOutcome.Undecided undecided ->
          new SolveResult.Unknown(undecided.reason(), reached, stats);
    };
  }
}
