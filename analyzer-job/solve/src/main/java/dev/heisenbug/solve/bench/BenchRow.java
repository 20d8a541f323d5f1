package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.smt.FormulaSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What was measured for one problem.
 *
 * @param clap formula size as CLAP 4.1 counts it
 * @param h3 the same for H3
 * @param edges order edges by reduction: lock order, core order
 * @param pairs read-write pairs without and with saturation and pair removal, -1 where too large
 * @param runs one per encoding tried
 */
record BenchRow(
    BenchCase problem,
    int events,
    FormulaSize clap,
    FormulaSize h3,
    String edges,
    long pairsAll,
    long pairsKept,
    List<Run> runs) {
  private static final int BASELINE_EVENTS = 150;
  private static final int PAIR_EVENTS = 2_000;

  /**
   * One solve.
   *
   * @param megabytes heap in use right after
   */
  record Run(Encoding encoding, String verdict, long millis, long megabytes, int switches) {}

  static BenchRow measure(BenchCase problem, SolverBench.Options options) {
    SymbolicTrace trace = ProblemGenerator.generate(problem.spec());
    if (trace.eventCount() > options.largest()) {
      return null;
    }
    SolverOptions base = SolverOptions.of(options.memoryModel()).withTimeout(options.timeout());
    List<Run> runs = new ArrayList<>();
    String edges = "";
    for (Encoding encoding : Encoding.values()) {
      if (encoding != Encoding.DEFAULT && trace.eventCount() > BASELINE_EVENTS) {
        continue;
      }
      Duration limit =
          encoding == Encoding.DEFAULT
              ? options.timeout()
              : Duration.ofMillis(Math.min(20_000, options.timeout().toMillis()));
      long start = System.nanoTime();
      SolveResult result =
          ScheduleSolver.solve(trace, base.withEncoding(encoding).withTimeout(limit));
      long millis = (System.nanoTime() - start) / 1_000_000;
      runs.add(run(encoding, result, millis));
      if (encoding == Encoding.DEFAULT) {
        edges =
            result.stats().get("edges.lock-order") + "/" + result.stats().get("edges.core-order");
      }
    }
    boolean small = trace.eventCount() <= PAIR_EVENTS;
    MemoryModel model = options.memoryModel();
    return new BenchRow(
        problem,
        trace.eventCount(),
        FormulaSize.of(trace, Encoding.CLAP),
        FormulaSize.of(trace, Encoding.H3),
        edges,
        small ? PairCount.of(trace, model, base.withReductions(Set.of())) : -1,
        small ? PairCount.of(trace, model, base) : -1,
        runs);
  }

  private static Run run(Encoding encoding, SolveResult result, long millis) {
    Runtime vm = Runtime.getRuntime();
    long used = (vm.totalMemory() - vm.freeMemory()) >> 20;
    return switch (result) {
      case SolveResult.Found f -> new Run(encoding, "found", millis, used, f.contextSwitches());
      case SolveResult.Infeasible i -> new Run(encoding, "infeasible", millis, used, -1);
      case SolveResult.Unknown u -> new Run(encoding, "unknown", millis, used, -1);
    };
  }
}
