package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Options;
import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun;
import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a plan of many turns short in one step: the log of a run says what conflicts with what, and
 * the solver knows an order with fewer switches in which every access sees the same. Only under
 * sequential consistency: the solver does not start from orders with delayed stores.
 */
final class FewerTurns {
  /** Below this, leaving turns out one by one is as fast. */
  private static final int SHORT = 12;

  private static final Duration SOLVE = Duration.ofSeconds(5);

  /** Reading the log of a long run pays in turns saved, up to so many times the usual budget. */
  private static final int MORE = 4;

  private final Runs runs;
  private final Duration budget;
  private final Progress progress;

  /**
   * @param budget the usual time for making a schedule short
   */
  FewerTurns(Runs runs, Duration budget, Progress progress) {
    this.runs = runs;
    this.budget = budget;
    this.progress = progress;
  }

  /** A candidate with fewer turns, or the same. */
  Candidate of(Candidate c) throws IOException, InterruptedException {
    if (c.plan().size() <= SHORT || !runs.model().equals("sc")) {
      return c;
    }
    Path folder = runs.folder();
    RunOutcome logged = runs.traced(folder, c.plan());
    if (!runs.failed(logged) || !logged.logComplete()) {
      return c;
    }
    Candidate free = tried(c, folder, false);
    return free != c ? free : tried(c, folder, true);
  }

  /**
   * The candidate in another order, if that fails in fewer turns.
   *
   * @param same whether all reads see what they saw, for the trace does not know all that depends
   *     on them
   */
  private Candidate tried(Candidate c, Path folder, boolean same)
      throws IOException, InterruptedException {
    List<PlanStep> plan =
        Within.time(budget.multipliedBy(MORE), () -> reordered(folder, same), List.of());
    if (plan.isEmpty() || plan.size() >= c.plan().size()) {
      return c;
    }
    RunOutcome shorter = runs.attempt(withHashes(c, plan));
    boolean better = runs.failed(shorter) && shorter.plan().size() < c.plan().size();
    return better ? new Candidate(c.provenance(), shorter) : c;
  }

  private static List<PlanStep> withHashes(Candidate c, List<PlanStep> plan) {
    List<PlanStep> all = new ArrayList<>(Candidate.hashes(c.plan()));
    all.addAll(plan);
    return all;
  }

  private List<PlanStep> reordered(Path folder, boolean same) {
    try {
      SymbolicRun run = SymbolicRun.read(folder, Options.defaults());
      if (same) {
        run.readsAsObserved();
      }
      SolverOptions options =
          SolverOptions.of(MemoryModel.parse(runs.model())).withTimeout(SOLVE).withWorkers(1);
      return ScheduleSolver.solve(run.trace(), options) instanceof SolveResult.Found found
          ? run.plans().plan(found.schedule().steps())
          : List.of();
    } catch (RuntimeException | OutOfMemoryError e) {
      progress.note("not reordered: " + e.getMessage());
      return List.of();
    }
  }
}
