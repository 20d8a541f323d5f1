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
    Limits.atLeast("--times", times, 1);
    Limits.atLeast("--timeout", timeout, 1);
    Limits.port("--port", port);
    if (debug && json) {
      throw new IllegalArgumentException(
          "--debug is for people and prints what the program prints; leave --json out.");
    }
    Terminal terminal = new Terminal(json);
    try (Bundle b = Bundle.open(bundle);
        WorkFolder folder = new WorkFolder(work);
        Ending ending = new Ending("the replays did not come to their end.", json)) {
      Schedule schedule = ScheduleFile.read(bundle, b.manifest().failure());
      Replayer replayer = new Replayer(b, schedule, folder.path(), Duration.ofSeconds(timeout));
      Verdict verdict =
          debug
              ? new Debugging(b.manifest().failure(), port).run(replayer)
              : replayer.replay(times, i -> terminal.progress("replay " + i + " of " + times));
      ending.over();
      terminal.clear();
      ObjectNode node = VerdictJson.of(verdict);
      node.put("signature", schedule.signature());
      System.out.println(json ? node.toPrettyString() : verdict.text());
      return verdict.exitCode();
    }
  }
}
