package dev.heisenbug.cli;

import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.bench.SolverBench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the solver beside the published encodings, or writes problems to files. */
@Command(
    name = "solver",
    mixinStandardHelpOptions = true,
    description = "Variables, constraints, time and memory beside the papers' figures.")
final class BenchSolver implements Callable<Integer> {
  @Option(
      names = "--generate",
      arity = "1..*",
      description = "Write problems such as racey:T:L:WINDOW as .hbt files instead.")
  private List<String> generate = new ArrayList<>();

  @Option(names = "--out", description = "Folder for generated problems (default: here).")
  private Path out = Path.of(".");

  @Parameters(paramLabel = "PROBLEM", description = "Only these problems.", arity = "0..*")
  private List<String> problems = new ArrayList<>();

  @Option(names = "--memory-model", description = "sc, tso or pso (default: ${DEFAULT-VALUE}).")
  private String memoryModel = "sc";

  @Option(names = "--timeout", description = "Seconds for one solve (default: ${DEFAULT-VALUE}).")
  private int timeout = 60;

  @Option(names = "--largest", description = "Most accesses (default: ${DEFAULT-VALUE}).")
  private int largest = 2_000_000;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Limits.atLeast("--timeout", timeout, 1);
    Limits.atLeast("--largest", largest, 1);
    return SolverBench.run(
        new SolverBench.Options(
            generate,
            out,
            problems,
            MemoryModel.parse(memoryModel.toLowerCase(Locale.ROOT)),
            Duration.ofSeconds(timeout),
            largest,
            json),
        System.out,
        System.err);
  }
}
