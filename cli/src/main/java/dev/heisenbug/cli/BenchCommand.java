package dev.heisenbug.cli;

import dev.heisenbug.decode.bench.DecoderBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Measures this machine; each subcommand prints tables, or JSON with {@code --json}. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measure: recorder, solver, decoder, preload, replay, operator.",
    subcommands = {
      BenchRecorder.class,
      BenchSolver.class,
      DecoderBench.class,
      BenchPreload.class,
      BenchReplay.class,
      BenchOperator.class
    })
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "bench what?");
  }
}
