package dev.heisenbug.cli;

import dev.heisenbug.nativerec.bench.PreloadBench;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what the preload agent costs programs that take locks. */
@Command(
    name = "preload",
    mixinStandardHelpOptions = true,
    description = "Overhead of the preload agent by the length of critical sections.")
final class BenchPreload implements Callable<Integer> {
  @Option(names = "--threads", description = "Threads (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(names = "--rounds", description = "Interleaved rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Limits.atLeast("--threads", threads, 1);
    Limits.atLeast("--rounds", rounds, 1);
    return PreloadBench.run(threads, rounds, json, System.out);
  }
}
