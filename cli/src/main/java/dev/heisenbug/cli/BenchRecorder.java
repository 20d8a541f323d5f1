package dev.heisenbug.cli;

import dev.heisenbug.record.bench.BenchOptions;
import dev.heisenbug.record.bench.RecorderBench;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what recording costs, beside a full-order recorder and none. */
@Command(
    name = "recorder",
    mixinStandardHelpOptions = true,
    description = "Recording overhead and bytes, per mode, beside no agent and full order.")
final class BenchRecorder implements Callable<Integer> {
  @Parameters(paramLabel = "WORKLOAD", description = "Only these workloads.", arity = "0..*")
  private List<String> workloads = List.of();

  @Option(names = "--modes", split = ",", description = "Agent modes (default: all four).")
  private List<String> modes = BenchOptions.standard().modes();

  @Option(names = "--rounds", description = "Interleaved rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--scale", description = "Size of the work (default: ${DEFAULT-VALUE}).")
  private double scale = 0.2;

  @Option(names = "--cpu", description = "Compare processor time instead of wall time.")
  private boolean cpu;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Limits.atLeast("--rounds", rounds, 1);
    if (!(scale > 0)) {
      throw new IllegalArgumentException("--scale is more than 0, not " + scale + ".");
    }
    BenchOptions standard = BenchOptions.standard();
    if (!standard.modes().containsAll(modes)) {
      throw new IllegalArgumentException(
          "--modes are some of " + String.join(",", standard.modes()) + ".");
    }
    return RecorderBench.run(
        new BenchOptions(
            workloads,
            modes,
            rounds,
            standard.warmUpMillis(),
            standard.measuredMillis(),
            scale,
            cpu,
            json),
        System.out);
  }
}
