package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.replay.Replayer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a bundle's program under its schedule. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Run the program under the bundle's schedule and say whether it failed the same.")
final class ReplayCommand implements Callable<Integer> {
  @Parameters(paramLabel = "BUNDLE", description = "An analyzed bundle.")
  private Path bundle;

  @Option(names = "--times", description = "How often (default: ${DEFAULT-VALUE}).")
  private int times = 10;

  @Option(names = "--timeout", description = "Seconds for one run (default: ${DEFAULT-VALUE}).")
  private int timeout = 60;

  @Option(names = "--debug", description = "Start once, suspended, and wait for a debugger.")
  private boolean debug;

  @Option(names = "--port", description = "Debugger port (default: ${DEFAULT-VALUE}).")
  private int port = 5005;

  @Option(names = "--work", description = "Keep the runs' files in this folder.")
  private Path work;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (times < 1) {
      throw new IllegalArgumentException("--times is 1 or more.");
    }
    Terminal terminal = new Terminal(json);
    try (Bundle b = Bundle.open(bundle);
        WorkFolder folder = new WorkFolder(work)) {
      Schedule schedule = ScheduleFile.read(bundle);
      Replayer replayer = new Replayer(b, schedule, folder.path(), Duration.ofSeconds(timeout));
      if (debug) {
        System.err.println("Waiting for a debugger: jdb -attach 127.0.0.1:" + port);
        replayer.debug(port);
        return 0;
      }
      Verdict verdict =
          replayer.replay(times, i -> terminal.progress("replay " + i + " of " + times));
      terminal.clear();
      ObjectNode node = VerdictJson.of(verdict);
      node.put("signature", schedule.signature());
      System.out.println(json ? node.toPrettyString() : verdict.text());
      return verdict.exitCode();
    }
  }
}
