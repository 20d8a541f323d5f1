package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.Progress;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.smt.FormulaSize;
import dev.heisenbug.solve.smt.FormulaSolver;
import dev.heisenbug.solve.smt.GoalCheck;
import dev.heisenbug.solve.smt.SmtOutcome;
import java.time.Duration;
import java.util.List;

/** The default engine: forward execution first, formulas for what is left. */
public final class Engine {
  private static final int FIRST_LEAPS = 6;

  /** Constraints, as H3 counts them, up to which the whole formula joins the race. */
  private static final long LARGEST_FORMULA = 100_000;

  /** Traces this small go to Z3 whole when only free values are left open. */
  private static final int SMALL = 60;

  /** The part of the time for windows around what fails in an observed order. */
  private static final int WINDOW_SHARE = 3;

  /** The part of a worker's time for executions without late stores. */
  private static final int STRONG_SHARE = 2;

  /** Accesses tried to refute a trace from one cell: before anything else, and beside it. */
  private static final int QUICK_EFFORT = 20_000;

  private static final int LONG_EFFORT = 5_000_000;

  private static final long BYTES_PER_EVENT = 400;
  private static final long BYTES_PER_NODE = 40;

  private static final String ALL_TRIED = "no schedule exists: every order was tried";

  private final SymbolicTrace trace;
  private final OrderFacts facts;
  private final SolverOptions options;
  private final SolveStats stats;
  private final Budget budget;
  private final Progress progress;

  public Engine(
      SymbolicTrace trace,
      OrderFacts facts,
      SolverOptions options,
      SolveStats stats,
      Budget budget,
      Progress progress) {
    this.progress = progress;
    this.trace = trace;
    this.facts = facts;
    this.options = options;
    this.stats = stats;
    this.budget = budget;
  }

  public SolveResult solve() {
    long needed = workerBytes();
    if (needed > options.memoryBytes()) {
      return new SolveResult.Unknown(
          "a search would need about "
              + (needed >> 20)
              + " MB, more than the memory budget of "
              + (options.memoryBytes() >> 20)
              + " MB",
          "0 of " + trace.eventCount() + " events scheduled",
          stats);
    }
    progress.begin("the preparation of the search");
    Problem problem = new Problem(trace, options.memoryModel(), facts);
    FreeValues free = FreeValues.of(trace);
    Outcome outcome = new Outcome.GaveUp(0, "");
    for (int choice = 0; choice < free.choices(); choice++) {
      Machine machine = new Machine(problem, free.unknowns(choice), free.opaque(choice));
      outcome = search(machine, Guide.of(problem), free);
      if (!(outcome instanceof Outcome.Exhausted)) {
        break;
      }
    }
    return switch (outcome) {
      case Outcome.Solved solved -> found(solved.schedule());
      case Outcome.Exhausted none -> free.complete() ? infeasible() : formula("");
      case Outcome.Refuted refuted ->
          new SolveResult.Infeasible(
              ScheduleSolver.diagnosis(refuted.core()), refuted.core(), stats);
      case Outcome.GaveUp gaveUp ->
          new SolveResult.Unknown(
              budget.exhausted() ? "out of time or cancelled" : "nothing left to try",
              gaveUp.best()
                  + " of "
                  + trace.eventCount()
                  + " events scheduled, then "
                  + gaveUp.obstacle(),
              stats);
    };
  }

  /** A short exhaustive search settles small traces; the directed one takes the rest. */
  private Outcome search(Machine machine, int[] guide, FreeValues free) {
    progress.begin("the search for a schedule");
    ForwardSearch forward = new ForwardSearch(machine, guide, options.seed(), tableBits(), budget);
    Outcome outcome = forward.run(FIRST_LEAPS);
    stats.add("search.steps", forward.nodes());
    boolean open = outcome instanceof Outcome.Exhausted && !free.complete();
    if (outcome instanceof Outcome.GaveUp && budget.exhausted()) {
      return outcome;
    }
    if (!(outcome instanceof Outcome.GaveUp) && !open) {
      return outcome;
    }
    if (open && trace.eventCount() <= SMALL) {
      return outcome;
    }
    List<String> contradiction = GoalCheck.contradiction(trace, options, budget);
    if (!contradiction.isEmpty()) {
      return new Outcome.Refuted(contradiction);
    }
    Relations relations = Relations.of(machine.problem);
    List<String> cell = cellCore(machine, relations, guide, QUICK_EFFORT, budget);
    if (!cell.isEmpty()) {
      return new Outcome.Refuted(cell);
    }
    boolean formula = FormulaSize.of(trace, Encoding.H3).total() <= LARGEST_FORMULA;
    if (options.workers() == 1) {
      Budget first =
          formula ? budget.within(Duration.ofMillis(budget.millisLeft() * 2 / 3)) : budget;
      outcome = Race.better(outcome, relay(machine, relations, guide, 0, first));
      return outcome.decides() || !formula ? outcome : whole(budget);
    }
    int searches = (int) Math.min(options.workers(), options.memoryBytes() / workerBytes());
    Outcome raced =
        Race.run(
            searches + (formula ? 2 : 1),
            budget,
            (worker, limit) -> {
              if (worker == searches) {
                return cells(machine, relations, guide, limit);
              }
              if (worker > searches) {
                return whole(limit);
              }
              return worker % 4 == 3
                  ? forward(machine.fresh(), guide, worker, limit)
                  : relay(machine, relations, guide, worker, limit);
            });
    return Race.better(open ? null : outcome, raced);
  }

  /** About what one search keeps: trace and order facts, state, trail, values of expressions. */
  private long workerBytes() {
    return 1 + BYTES_PER_EVENT * trace.eventCount() + BYTES_PER_NODE * trace.exprs().size();
  }

  private Outcome relay(
      Machine machine, Relations relations, int[] guide, int worker, Budget limit) {
    Outcome strong = worker % 2 == 0 ? strong(machine, limit) : null;
    return strong != null && strong.decides()
        ? strong
        : Race.better(strong, inModel(machine, relations, guide, worker, limit));
  }

  /** Without late stores first, for part of the time; null where stores are never late. */
  private Outcome strong(Machine machine, Budget limit) {
    boolean fits = (options.workers() + 1) * workerBytes() <= options.memoryBytes();
    if (!options.memoryModel().relaxed() || !fits) {
      return null;
    }
    Duration share = Duration.ofMillis(limit.millisLeft() / STRONG_SHARE);
    return StrongerModel.search(machine, options, limit.within(share));
  }

  private Outcome inModel(
      Machine machine, Relations relations, int[] guide, int worker, Budget limit) {
    WindowRepair windows = new WindowRepair(options, stats);
    int[] start = guide;
    if (trace.hasObservedOrder() && !options.memoryModel().relaxed()) {
      Duration share = Duration.ofMillis(limit.millisLeft() / WINDOW_SHARE);
      start = windows.straighten(machine, guide, limit.within(share));
    }
    Relay relay = new Relay(machine, relations, start, options.seed() + worker, stats, windows);
    return relay.run(worker % 2 == 0, limit);
  }

  private List<String> cellCore(
      Machine machine, Relations relations, int[] guide, int effort, Budget limit) {
    return CellRefutation.find(machine.fresh(), relations, guide, effort, limit);
  }

  /** Tries harder to refute the trace from one cell. */
  private Outcome cells(Machine machine, Relations relations, int[] guide, Budget limit) {
    List<String> core = cellCore(machine, relations, guide, LONG_EFFORT, limit);
    return core.isEmpty() ? new Outcome.GaveUp(0, "") : new Outcome.Refuted(core);
  }

  /** Hands the whole trace to Z3; worth it where the formula is small. */
  private Outcome whole(Budget limit) {
    SmtOutcome answer =
        new FormulaSolver(trace, facts, options, stats).solve(Encoding.DEFAULT, limit);
    return switch (answer) {
      case SmtOutcome.Sat sat -> new Outcome.Solved(sat.schedule());
      case SmtOutcome.Unsat unsat -> new Outcome.Refuted(unsat.core());
      case SmtOutcome.Undecided undecided -> new Outcome.GaveUp(0, undecided.reason());
    };
  }

  private Outcome forward(Machine machine, int[] guide, int worker, Budget limit) {
    ForwardSearch forward =
        new ForwardSearch(machine, guide, options.seed() + worker, tableBits(), limit);
    Outcome result = forward.run(Integer.MAX_VALUE);
    stats.add("search.steps", forward.nodes());
    return result;
  }

  /** A table for small traces must not cost more than their search. */
  private int tableBits() {
    int bits = 33 - Integer.numberOfLeadingZeros(Math.max(8, trace.eventCount()));
    return Math.min(20, bits + 7);
  }

  private SolveResult found(Schedule schedule) {
    progress.begin("the check of a schedule");
    SolveResult result = ScheduleSolver.checked(trace, options, stats, schedule);
    stats.set("ms.found", options.timeout().toMillis() - budget.millisLeft());
    if (!(result instanceof SolveResult.Found) || options.polish().isZero()) {
      return result;
    }
    progress.have(result);
    Budget polish = budget.within(options.polish());
    ScheduleChecker checker =
        new ScheduleChecker(trace, options.memoryModel(), options.reductions());
    Problem problem = new Problem(trace, options.memoryModel(), facts);
    Schedule shorter =
        new Minimizer(problem, s -> checker.check(s).isEmpty(), polish).minimize(schedule);
    return new SolveResult.Found(shorter, shorter.contextSwitches(trace), stats);
  }

  private SolveResult infeasible() {
    if (!options.polish().isZero()) {
      Budget limit = budget.within(options.polish().multipliedBy(15));
      SmtOutcome outcome =
          new FormulaSolver(trace, facts, options, stats).solve(Encoding.DEFAULT, limit);
      if (outcome instanceof SmtOutcome.Unsat unsat) {
        String diagnosis = ScheduleSolver.diagnosis(unsat.core());
        return new SolveResult.Infeasible(diagnosis, unsat.core(), stats);
      }
    }
    return new SolveResult.Infeasible(ALL_TRIED, List.of(), stats);
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
