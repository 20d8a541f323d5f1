package dev.heisenbug.launch;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Launch;
import dev.heisenbug.formats.bundle.Manifest;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Starts the recorded program again, under the controlled scheduler. */
public final class ControlledRun {
  /** What a quiet run printed, in its folder. */
  public static final String OUTPUT = "output.txt";

  private static final long GRACE_MILLIS = 10_000;
  private final Manifest manifest;
  private final Path events;
  private final Path input;
  private final Path network;
  private final Path agent;

  public ControlledRun(Bundle bundle) throws IOException {
    manifest = bundle.manifest();
    // The program runs in the folder where it was recorded.
    events = bundle.eventsPath().toAbsolutePath();
    input = bundle.inputPath();
    network = bundle.networkPath().toAbsolutePath();
    agent = ReplayAgentJar.locate();
  }

  /** Runs the program once to its end or to what the settings ask for. */
  public RunOutcome run(RunSettings s) throws IOException, InterruptedException {
    Children.checkGoingOn();
    Files.createDirectories(s.dir());
    Path outcome = s.dir().resolve("outcome.tsv");
    Files.deleteIfExists(outcome);
    Process process = Children.start(builder(s, write(s)));
    try {
      long limit = s.timeout().toMillis() + GRACE_MILLIS;
      if (s.debugPort() > 0) {
        process.waitFor();
      } else if (!process.waitFor(limit, TimeUnit.MILLISECONDS)) {
        Children.end(process);
        process.waitFor();
        return RunOutcome.crashed(-1);
      }
    } finally {
      Children.end(process);
    }
    return RunOutcome.read(outcome, process.exitValue());
  }

  private ProcessBuilder builder(RunSettings s, Path settings) throws IOException {
    ProcessBuilder b =
        new RecordedCommand(manifest.launch(), s.dir()).builder(options(s, settings));
    if (s.quiet()) {
      Path output = s.dir().resolve(OUTPUT);
      b.redirectErrorStream(true).redirectOutput(output.toFile());
    } else {
      b.inheritIO();
    }
    if (Files.exists(input)) {
      b.redirectInput(input.toFile());
    } else if (s.quiet()) {
      b.redirectInput(Path.of("/dev/null").toFile());
    }
    return b;
  }

  private List<String> options(RunSettings s, Path settings) {
    List<String> options = new ArrayList<>();
    options.add("-javaagent:" + agent + "=" + settings);
    options.add("-XX:+UseSerialGC");
    options.add("-XX:TieredStopAtLevel=1");
    // Identity hashes from a generator per thread, which the agent sets.
    options.add("-XX:+IgnoreUnrecognizedVMOptions");
    options.add("-XX:+UnlockExperimentalVMOptions");
    options.add("-XX:hashCode=5");
    if (s.debugPort() > 0) {
      options.add(
          "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:"
              + s.debugPort());
    }
    return options;
  }

  private Path write(RunSettings s) throws IOException {
    Properties p = new Properties();
    p.setProperty("dir", s.dir().toString());
    p.setProperty("policy", s.policy().name().toLowerCase(java.util.Locale.ROOT));
    p.setProperty("model", s.memoryModel());
    if (s.steadyClock()) {
      p.setProperty("clock", "steady");
    }
    p.setProperty("seed", Long.toString(s.seed()));
    p.setProperty("length", Integer.toString(s.length()));
    p.setProperty("timeout", Long.toString(s.debugPort() > 0 ? 1L << 40 : s.timeout().toMillis()));
    p.setProperty("trace", Boolean.toString(s.trace()));
    p.setProperty("compare", Boolean.toString(s.compare()));
    p.setProperty("mismatch", "stop");
    p.setProperty("strict", Boolean.toString(s.strict()));
    p.setProperty("cache", agent.getParent().toString());
    p.setProperty("program", program(manifest.launch()));
    if (Files.exists(events)) {
      p.setProperty("recording", events.toString());
    }
    if (Files.exists(network)) {
      p.setProperty("network", network.toString());
    }
    for (String list : List.of("include", "exclude")) {
      String value = manifest.options().get(list);
      if (value != null) {
        p.setProperty(list, value.replace(';', ','));
      }
    }
    if (manifest.clock() != null) {
      p.setProperty("start.nanos", Long.toString(manifest.clock().startClock()));
      p.setProperty("start.millis", Long.toString(manifest.clock().startMillis()));
    }
    expect(p, manifest.failure());
    List<PlanStep> steps = new ArrayList<>();
    for (PlanStep step : s.plan()) {
      if (step.kind() == PlanStep.Kind.HASHES) {
        p.setProperty("hashes", Integer.toString(step.until()));
      } else {
        steps.add(step);
      }
    }
    if (!steps.isEmpty()) {
      Path plan = s.dir().resolve("plan.tsv");
      try (Writer w = Files.newBufferedWriter(plan)) {
        for (PlanStep step : steps) {
          w.write(step.line() + "\n");
        }
      }
      p.setProperty("plan", plan.toString());
    }
    if (!s.watch().isEmpty()) {
      Path watch = s.dir().resolve("watch.tsv");
      Files.write(watch, s.watch().stream().map(RunSettings.Visit::line).toList());
      p.setProperty("watch", watch.toString());
    }
    Path file = s.dir().resolve("settings.properties");
    try (Writer w = Files.newBufferedWriter(file)) {
      p.store(w, null);
    }
    return file;
  }

  /** Runs of the same command share woven classes; what they were woven from is compared. */
  private static String program(Launch launch) {
    String command = launch.cwd() + "\0" + String.join("\0", launch.argv());
    return Digest.of(command.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The agent ends a run as soon as the recorded exception has come back, and takes going round for
   * a hang only where one was recorded.
   */
  private static void expect(Properties p, Failure f) {
    if (f != null && (f.kind() == FailureKind.EXCEPTION || f.kind() == FailureKind.ASSERTION)) {
      p.setProperty("expect.exception", f.type());
      p.setProperty("expect.frames", String.join(" ", Signatures.top(f.frames())));
    }
    if (f != null && f.kind() == FailureKind.EXIT) {
      p.setProperty("expect.exit", String.valueOf(f.status()));
    }
    if (f != null && f.kind() == FailureKind.HANG) {
      p.setProperty("expect.hang", "true");
    }
  }
}
