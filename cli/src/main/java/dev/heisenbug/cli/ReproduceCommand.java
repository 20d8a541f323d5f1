package dev.heisenbug.cli;

import dev.heisenbug.record.RecordOptions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Records until failure, analyzes, replays: one verdict. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Record a command until it fails, find a schedule, replay it: one verdict.")
final class ReproduceCommand implements Callable<Integer> {
  @Option(names = "--runs", description = "Record at most this often (default: ${DEFAULT-VALUE}).")
  private int runs = 100;

  @Option(names = "--times", description = "Replay this often (default: ${DEFAULT-VALUE}).")
  private int times = 10;

  @Option(names = "--timeout", description = "Seconds for analysis (default: ${DEFAULT-VALUE}).")
  private int timeout = 300;

  @Option(names = "--out", description = "Folder for recordings (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("heisenbug-recordings");

  @Option(names = "--hang", description = "Seconds without progress that are a hang (default: 5).")
  private int hang = 5;

  @Option(
      names = "--overdue",
      description =
          "Seconds after which a run that only goes round is a hang (default: other runs tell).")
  private int overdue;

  @Option(
      names = "--run-timeout",
      description = "Seconds after which a recorded run is ended (default: ${DEFAULT-VALUE}).")
  private int runTimeout = 120;

  @Option(names = "--noise", description = "off, auto, always or weak (default: ${DEFAULT-VALUE}).")
  private String noise = "auto";

  @Option(
      names = "--memory-model",
      description =
          "sc, tso, pso, or auto: sc first and weaker ones if the program has races (default: auto).")
  private String memoryModel = MemoryModels.AUTO;

  @Option(
      names = "--inputs",
      description =
          "standard, or network: keep what other processes send, too, so that replays need none of them; bundles then hold all of it, passwords and personal data included (default: ${DEFAULT-VALUE}).")
  private String inputs = RecordOptions.USUAL_INPUTS;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command, after --.")
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Limits.atLeast("--runs", runs, 1);
    Limits.atLeast("--times", times, 1);
    Limits.atLeast("--timeout", timeout, 1);
    Limits.atLeast("--run-timeout", runTimeout, 1);
    Limits.atLeast("--hang", hang, 0);
    Limits.atLeast("--overdue", overdue, 0);
    RecordOptions options =
        RecordOptions.standard(out)
            .untilFailure(runs)
            .withClocks("all")
            .withInputs(inputs)
            .withNoise(RecordOptions.Noise.of(noise))
            .withHangSeconds(hang)
            .withLimits(overdue, runTimeout);
    try {
      return new Reproduction(options, command, timeout, times, json).under(memoryModel).run();
    } catch (FileSystemException e) {
      throw RecordOptions.explained(out, e);
    }
  }
}
