package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Runs compiled classes under the replay agent of this build, with a log. */
public record ControlledRun(Path dir, int exitCode) {
  public static final Path JDK_25 = Path.of(System.getProperty("java.home"));
  public static final Path JDK_17 = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");

  static Path projectRoot() {
    for (Path d = Path.of("").toAbsolutePath(); d != null; d = d.getParent()) {
      if (Files.isDirectory(d.resolve("replay-job"))) {
        return d;
      }
    }
    throw new IllegalStateException("not inside the project");
  }

  static Path agent() {
    return projectRoot().resolve("replay-job/agent/target/heisenbug-replay-agent.jar");
  }

  RunOutcome outcome() {
    return RunOutcome.read(dir.resolve("outcome.tsv"));
  }

  /** Runs {@code Main} with the random policy. */
  public static ControlledRun random(Path jdk, Path classes, Path dir, long seed)
      throws IOException {
    Properties p = new Properties();
    p.setProperty("policy", "random");
    p.setProperty("seed", Long.toString(seed));
    return run(jdk, classes, dir, p);
  }

  /** Runs {@code Main} with priorities that change at the n-th visits of places. */
  public static ControlledRun watching(
      Path jdk, Path classes, Path dir, String model, long seed, List<String> visits)
      throws IOException {
    Files.createDirectories(dir);
    Path file = Files.write(dir.resolve("watch.tsv"), visits);
    Properties p = new Properties();
    p.setProperty("policy", "priority");
    p.setProperty("seed", Long.toString(seed));
    p.setProperty("watch", file.toString());
    p.setProperty("model", model);
    return run(jdk, classes, dir, p);
  }

  /** Runs {@code Main} along a plan and fails if the program leaves it. */
  public static ControlledRun planned(Path jdk, Path classes, Path dir, List<String> plan)
      throws IOException {
    Files.createDirectories(dir);
    Path file = Files.write(dir.resolve("plan.tsv"), plan);
    Properties p = new Properties();
    p.setProperty("plan", file.toString());
    p.setProperty("strict", "true");
    return run(jdk, classes, dir, p);
  }

  /** Runs {@code Main} along a plan as far as the program follows it. */
  public static ControlledRun lenient(Path jdk, Path classes, Path dir, List<String> plan)
      throws IOException {
    Files.createDirectories(dir);
    Path file = Files.write(dir.resolve("plan.tsv"), plan);
    Properties p = new Properties();
    p.setProperty("plan", file.toString());
    return run(jdk, classes, dir, p);
  }

  private static ControlledRun run(Path jdk, Path classes, Path dir, Properties p)
      throws IOException {
    Files.createDirectories(dir);
    p.setProperty("dir", dir.toString());
    p.setProperty("trace", "true");
    p.setProperty("timeout", "20000");
    Path settings = dir.resolve("settings.properties");
    try (var out = Files.newBufferedWriter(settings)) {
      p.store(out, null);
    }
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-javaagent:" + agent() + "=" + settings);
    command.addAll(List.of("-ea", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.addAll(List.of(classes.toString(), "Main"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("output.txt").toFile())
            .start();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new ControlledRun(dir, process.exitValue());
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
