package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.HbtWriter;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code bench solver}: generates problems, solves each under the default engine and, where they
 * are small enough to have a chance, the baselines, and prints one row each.
 */
public final class SolverBench {
  /**
   * What the user chose.
   *
   * @param generate specifications to write as {@code .hbt} files; with none, the suite is run
   * @param out folder for generated files
   * @param solve specifications to measure instead of the whole suite
   * @param timeout budget of each solve
   * @param largest events beyond which a row of the suite is left out
   * @param json one JSON object per row
   */
  public record Options(
      List<String> generate,
      Path out,
      List<String> solve,
      MemoryModel memoryModel,
      Duration timeout,
      int largest,
      boolean json) {
    public static Options suite() {
      return new Options(
          List.of(),
          Path.of("."),
          List.of(),
          MemoryModel.SC,
          Duration.ofSeconds(60),
          2_000_000,
          false);
    }
  }

  private SolverBench() {}

  public static int run(Options options, PrintStream out, PrintStream err) {
    try {
      if (!options.generate().isEmpty()) {
        return generate(options, out);
      }
      List<BenchCase> cases = new ArrayList<>();
      if (options.solve().isEmpty()) {
        cases.addAll(BenchCase.suite());
      } else {
        options.solve().forEach(s -> cases.add(BenchCase.of(GeneratorSpec.parse(s))));
      }
      BenchTable table = new BenchTable(out, options.json());
      table.head();
      for (BenchCase c : cases) {
        BenchRow row = BenchRow.measure(c, options);
        if (row != null) {
          table.row(row);
        }
      }
      return 0;
    } catch (IllegalArgumentException | IOException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  private static int generate(Options options, PrintStream out) throws IOException {
    Files.createDirectories(options.out());
    for (String text : options.generate()) {
      SymbolicTrace trace = ProblemGenerator.generate(GeneratorSpec.parse(text));
      Path file = options.out().resolve(text.replace(':', '-') + ".hbt");
      HbtWriter.write(trace, file);
      out.println(file + ": " + trace.eventCount() + " events");
    }
    return 0;
  }
}
