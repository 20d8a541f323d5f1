package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Goals;
import dev.heisenbug.analyzer.jvm.symbolic.Options;
import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.trace.HbtWriter;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Solve, run, learn: each round asks the solver for an order in which the run follows the recording
 * further, and runs the program under that order.
 */
final class SolverRounds {
  private static final int MOST_ROUNDS = 40;
  private static final int KEPT_EVENTS = 100_000;
  private static final int WISHES_PER_ROUND = 10;
  private static final Duration SOLVE = Duration.ofSeconds(8);
  private final Runs runs;
  private final Failure failure;
  private final Encoding encoding;
  private final Progress progress;
  private final Set<List<PlanStep>> tried = new HashSet<>();
  private volatile boolean stopped;
  private Run best;

  /** How many of the best run's wishes have been asked for. */
  private int asked;

  private int queries;
  private int rounds;
  private int solved;

  SolverRounds(Runs runs, Failure failure, Encoding encoding, Progress progress) {
    this.runs = runs;
    this.failure = failure;
    this.encoding = encoding;
    this.progress = progress;
  }

  int rounds() {
    return rounds;
  }

  int solved() {
    return solved;
  }

  /** Ends what another thread is doing in here, soon. */
  void stop() {
    stopped = true;
  }

  /** May be asked again after {@link #stop}. */
  void begin() {
    stopped = false;
  }

  /**
   * Goes on from a first guided run, or from the best one of an earlier call; null when nothing
   * more can be learned.
   */
  Candidate from(Run first, long deadline) throws IOException, InterruptedException {
    best = best == null ? first : best;
    while (rounds < MOST_ROUNDS && System.nanoTime() < deadline && !stopped) {
      rounds++;
      Run next = improve(best, deadline);
      if (next == null) {
        return null;
      }
      if (runs.failed(next.outcome())) {
        return new Candidate("solver", next.outcome());
      }
      best = next;
      asked = 0;
    }
    return null;
  }

  private Run improve(Run current, long deadline) throws IOException, InterruptedException {
    if (!current.outcome().logComplete()) {
      return null;
    }
    SymbolicRun whole = SymbolicRun.read(current.dir(), Options.defaults());
    Wishes wishes = Wishes.of(current.dir(), whole, current.outcome(), failure);
    int used = 0;
    for (Wish wish : wishes.all().stream().skip(asked).toList()) {
      if (used >= WISHES_PER_ROUND || System.nanoTime() > deadline || stopped) {
        break;
      }
      progress.note("round " + rounds + ": solving for " + wish.text());
      int before = tried.size();
      Run better = fulfil(current, wish, wishes.cuts());
      asked += stopped ? 0 : 1;
      used += tried.size() - before;
      if (better != null) {
        return better;
      }
    }
    return null;
  }

  /**
   * A run that goes further because the wish comes true, or null. Library calls keep their order
   * first: in another one the solver does not know what they return.
   */
  private Run fulfil(Run current, Wish wish, Map<String, Long> cuts)
      throws IOException, InterruptedException {
    for (boolean keepOrder : new boolean[] {true, false}) {
      List<PlanStep> plan = stopped ? null : solve(current.dir(), wish, cuts, keepOrder);
      if (plan == null || !tried.add(plan)) {
        continue;
      }
      Path folder = runs.folder();
      RunOutcome outcome = runs.guided(folder, plan);
      if (runs.failed(outcome) || outcome.matched() > current.outcome().matched()) {
        return new Run(folder, outcome);
      }
    }
    return null;
  }

  /**
   * A plan whose events make the wish true, or null.
   *
   * @param keepOrder whether library calls on one object stay in their order; if there are none
   *     that is nothing to ask for
   */
  private List<PlanStep> solve(Path dir, Wish wish, Map<String, Long> cuts, boolean keepOrder)
      throws IOException {
    Options all = new Options(cuts, Options.defaults().branches(), false);
    SymbolicRun run = SymbolicRun.read(dir, wish.cut(all));
    Goals goals = run.goals();
    if (!wish.goal().test(goals) || keepOrder && !run.keepLibraryOrder()) {
      return null;
    }
    // How far the others came in this run is no part of the wish.
    run.threads().stream().filter(t -> !t.equals(wish.thread())).forEach(t -> goals.require(t, 0));
    SolverOptions options =
        SolverOptions.of(MemoryModel.parse(runs.model()))
            .withEncoding(encoding)
            .withTimeout(SOLVE)
            .withWorkers(1)
            .withCancelled(() -> stopped);
    keep(dir, run.trace());
    SolveResult result = ScheduleSolver.solve(run.trace(), options);
    if (!(result instanceof SolveResult.Found found)) {
      return null;
    }
    solved++;
    return run.plans().plan(found.schedule().steps());
  }

  /** Leaves the query in the run's folder: a problem that was not solved can be looked at. */
  private void keep(Path dir, SymbolicTrace trace) throws IOException {
    if (trace.eventCount() < KEPT_EVENTS) {
      try (Writer w = Files.newBufferedWriter(dir.resolve("query-" + ++queries + ".hbt"))) {
        HbtWriter.write(trace, w);
      }
    }
  }
}
