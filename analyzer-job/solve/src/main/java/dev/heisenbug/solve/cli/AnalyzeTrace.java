package dev.heisenbug.solve.cli;

import dev.heisenbug.formats.trace.HbtReader;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceException;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** {@code analyze FILE.hbt}: solves a stored trace and prints the answer. */
public final class AnalyzeTrace {
  /** Exit codes of the command. */
  public static final int FOUND = 0;

  public static final int MALFORMED = 1;
  public static final int INFEASIBLE = 2;
  public static final int UNKNOWN = 3;

  /** What a solve may use. */
  public record Limits(Duration time, long memoryBytes) {
    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(60), 3L << 30);
  }

  /**
   * What the user chose.
   *
   * @param reductions {@code all}, {@code none} or a list, see {@link Reduction#parse}
   * @param json machine-readable output
   */
  public record Options(
      Path file,
      MemoryModel memoryModel,
      Encoding encoding,
      String reductions,
      Limits limits,
      long seed,
      boolean json) {
    public static Options of(Path file) {
      return new Options(file, MemoryModel.SC, Encoding.DEFAULT, "all", Limits.DEFAULT, 1, false);
    }
  }

  private AnalyzeTrace() {}

  /** Runs the command; errors are one sentence on {@code err}. */
  public static int run(Options options, PrintStream out, PrintStream err) {
    SolverOptions solver = solver(options);
    SymbolicTrace trace;
    try {
      trace = HbtReader.read(options.file());
    } catch (TraceException e) {
      return malformed(options, options.file() + ": " + e.getMessage(), out, err);
    } catch (NoSuchFileException e) {
      return malformed(options, options.file() + ": there is no such file", out, err);
    } catch (IOException e) {
      return malformed(options, "cannot read " + options.file() + ": " + e.getMessage(), out, err);
    }
    try (Interruption interruption = new Interruption()) {
      SolveResult result = ScheduleSolver.solve(trace, solver.withCancelled(interruption::asked));
      if (options.json()) {
        ResultJson.print(trace, result, code(result), out);
      } else {
        ResultText.print(trace, result, out);
      }
      out.flush();
      return code(result);
    }
  }

  private static int malformed(Options options, String sentence, PrintStream out, PrintStream err) {
    err.println(sentence);
    if (options.json()) {
      ResultJson.printError(sentence, MALFORMED, out);
    }
    return MALFORMED;
  }

  private static SolverOptions solver(Options options) {
    if (!options.limits().time().isPositive()) {
      throw new IllegalArgumentException("--timeout must be at least one second");
    }
    if (options.limits().memoryBytes() <= 0) {
      throw new IllegalArgumentException("--memory must be at least one megabyte");
    }
    return SolverOptions.of(options.memoryModel())
        .withReductions(Reduction.parse(options.reductions(), options.memoryModel()))
        .withEncoding(options.encoding())
        .withTimeout(options.limits().time())
        .withMemory(options.limits().memoryBytes())
        .withSeed(options.seed());
  }

  private static int code(SolveResult result) {
    return switch (result) {
      case SolveResult.Found found -> FOUND;
      case SolveResult.Infeasible infeasible -> INFEASIBLE;
      case SolveResult.Unknown unknown -> UNKNOWN;
    };
  }
}
