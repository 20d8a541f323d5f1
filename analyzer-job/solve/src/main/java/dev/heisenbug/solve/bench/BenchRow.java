package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.smt.FormulaSize;
import dev.heisenbug.solve.smt.ReducedSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What was measured for one problem.
 *
 * @param variables order variables and value variables of the whole formula
 * @param constraints of the whole formula: as CLAP 4.1 counts it, as H3 does, and CLAP's under each
 *     reduction by itself and under all
 * @param runs one per encoding tried
 */
record BenchRow(
    BenchCase problem,
    int events,
    long variables,
    Map<String, Long> constraints,
    List<BenchRun> runs) {
  private static final int BASELINE_EVENTS = 200;
  private static final Duration BASELINE = Duration.ofSeconds(20);

  /** Names of {@link #constraints} in order, for a table's head. */
  static List<String> forms() {
    List<String> names = new ArrayList<>(List.of("clap", "h3"));
    for (Reduction r : reductions()) {
      names.add(name(r));
    }
    names.add("all");
    return names;
  }

  private static List<Reduction> reductions() {
    return List.of(
        Reduction.LOCK_ORDER, Reduction.CORE_ORDER, Reduction.CLOCK_WINDOWS, Reduction.SATURATION);
  }

  private static String name(Reduction reduction) {
    return reduction.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static BenchRow measure(BenchCase problem, SolverBench.Options options) {
    SymbolicTrace trace = ProblemGenerator.generate(problem.spec());
    if (trace.eventCount() > options.largest()) {
      return null;
    }
    SolverOptions base = SolverOptions.of(options.memoryModel());
    List<BenchRun> runs = new ArrayList<>();
    for (Encoding encoding : Encoding.values()) {
      boolean baseline = encoding != Encoding.DEFAULT;
      if (baseline && trace.eventCount() > BASELINE_EVENTS) {
        continue;
      }
      Duration limit =
          baseline && options.timeout().compareTo(BASELINE) > 0 ? BASELINE : options.timeout();
      SolverOptions chosen = base.withEncoding(encoding).withTimeout(limit);
      runs.add(BenchRun.of(encoding, () -> ScheduleSolver.solve(trace, chosen)));
    }
    FormulaSize clap = FormulaSize.of(trace, Encoding.CLAP);
    return new BenchRow(
        problem,
        trace.eventCount(),
        clap.variables(),
        constraints(trace, options.memoryModel(), clap),
        runs);
  }

  private static Map<String, Long> constraints(
      SymbolicTrace trace, MemoryModel model, FormulaSize clap) {
    Map<String, Long> result = new LinkedHashMap<>();
    result.put("clap", clap.total());
    result.put("h3", FormulaSize.of(trace, Encoding.H3).total());
    Set<Reduction> all = EnumSet.noneOf(Reduction.class);
    for (Reduction r : reductions()) {
      if (r.soundFor(model)) {
        all.add(r);
        result.put(name(r), ReducedSize.of(trace, model, Set.of(r)));
      }
    }
    result.put("all", ReducedSize.of(trace, model, all));
    return result;
  }
}
