package dev.heisenbug.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Runs a program under the agent of this build, with a random schedule. */
record AgentRun(int exitCode, List<String> output, List<String> outcome) {
  /** The JDK that runs the tests, and the oldest that replay supports where it is installed. */
  static Stream<Path> jdks() {
    return Stream.of(
            Path.of(System.getProperty("java.home")), Path.of("/usr/lib/jvm/java-17-openjdk-amd64"))
        .filter(jdk -> Files.isExecutable(jdk.resolve("bin/java")));
  }

  /** The feature version of one of them. */
  static int version(Path jdk) {
    return jdk.equals(Path.of(System.getProperty("java.home"))) ? Runtime.version().feature() : 17;
  }

  static void compile(Path source, int release, Path classes) {
    String javaRelease = Integer.toString(release);
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-g",
                "--release",
                javaRelease,
                "-d",
                classes.toString(),
                source.toString());
    if (code != 0) {
      throw new IllegalStateException(source + " does not compile");
    }
  }

  /** Runs {@code Main} of {@code classes}; files go to {@code dir}. */
  static AgentRun of(Path jdk, Path classes, Path dir, String model, int seed, String... args)
      throws IOException, InterruptedException {
    String policy = seed % 2 == 0 ? "priority" : "random";
    List<String> settings =
        List.of("policy=" + policy, "seed=" + seed, "model=" + model, "length=100");
    return run(jdk, classes, dir, settings, args);
  }

  /** Lets threads run until they block. */
  static AgentRun free(Path jdk, Path classes, Path dir, String model, String... args)
      throws IOException, InterruptedException {
    return run(jdk, classes, dir, List.of("policy=free", "model=" + model), args);
  }

  /** Follows the schedule of this run strictly. */
  AgentRun again(Path jdk, Path classes, Path dir, String... args)
      throws IOException, InterruptedException {
    List<String> turns =
        outcome.stream()
            .map(line -> line.split("\t"))
            .filter(fields -> fields[0].equals("run") || fields[0].equals("init"))
            .map(AgentRun::turn)
            .toList();
    Path plan = Files.write(Files.createDirectories(dir).resolve("plan.tsv"), turns);
    return run(jdk, classes, dir, List.of("policy=free", "strict=true", "plan=" + plan), args);
  }

  private static String turn(String[] fields) {
    String end = fields[0].equals("init") ? "\tinit\t" + fields[3] : "";
    return fields[1] + "\t" + fields[2] + end;
  }

  /**
   * Follows a recording; who leaves it stops.
   *
   * @param policy how
   */
  static AgentRun along(Path jdk, Path classes, Path dir, Path recording, String policy)
      throws IOException, InterruptedException {
    List<String> settings =
        List.of("policy=" + policy, "compare=true", "mismatch=stop", "recording=" + recording);
    return run(jdk, classes, dir, settings);
  }

  /** The same with settings of one's own. */
  static AgentRun run(Path jdk, Path classes, Path dir, List<String> settings, String... args)
      throws IOException, InterruptedException {
    Files.createDirectories(dir);
    List<String> all = new ArrayList<>(settings);
    all.add("dir=" + dir);
    all.add("cache=" + Files.createDirectories(dir.resolveSibling("woven")));
    all.add("timeout=100000");
    all.add("start.nanos=1000000000");
    all.add("start.millis=1700000000000");
    Path file = Files.write(dir.resolve("settings.properties"), all);
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-javaagent:" + Path.of("target/heisenbug-replay-agent.jar") + "=" + file);
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UnlockExperimentalVMOptions");
    command.add("-XX:hashCode=5");
    command.addAll(List.of("-cp", classes.toString(), "Main"));
    command.addAll(List.of(args));
    Path output = dir.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    int code = process.waitFor();
    Path outcome = dir.resolve("outcome.tsv");
    return new AgentRun(
        code,
        Files.readAllLines(output),
        Files.exists(outcome) ? Files.readAllLines(outcome) : List.of());
  }
}
