package dev.heisenbug.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program and a JDK to run it on under the agent, with settings chosen by the test. */
record AgentRun(Path jdk, Path classes, Path work) {
  private static final String SETTINGS =
      """
      dir=%s
      policy=random
      seed=7
      timeout=60000
      trace=%s
      compare=%s
      """;

  /** What a run did: where its threads stood and who ran when, and what the program printed. */
  record Result(List<String> schedule, String output, Path dir) {}

  /** The JDKs at hand: the one that runs the test, and the oldest that programs run on. */
  static List<Path> jdks() {
    return Stream.of(
            Path.of(System.getProperty("java.home")), Path.of("/usr/lib/jvm/java-17-openjdk-amd64"))
        .filter(home -> Files.isExecutable(home.resolve("bin/java")))
        .toList();
  }

  static void compile(Path to, Path... sources) throws IOException {
    Files.createDirectories(to);
    List<String> args = new ArrayList<>(List.of("--release", "17", "-nowarn", "-d", to.toString()));
    for (Path source : sources) {
      args.add(source.toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, args.toArray(new String[0]));
    if (status != 0) {
      throw new IllegalStateException("cannot compile " + List.of(sources));
    }
  }

  /** Runs to the end; {@code cache} may be null. */
  Result run(boolean trace, Path cache) throws IOException, InterruptedException {
    Path dir = Files.createTempDirectory(work, "run");
    return finish(start(dir, trace, cache), dir);
  }

  Process start(Path dir, boolean trace, Path cache) throws IOException {
    String settings = SETTINGS.formatted(dir, trace, trace);
    if (cache != null) {
      settings += "cache=" + cache + "\nprogram=test\n";
    }
    Path file = Files.writeString(dir.resolve("settings.properties"), settings);
    return new ProcessBuilder(
            jdk.resolve("bin/java").toString(),
            "-javaagent:" + ReplayAgentJar.locate() + "=" + file,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes.toString(),
            "Main")
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve("output.txt").toFile())
        .start();
  }

  static Result finish(Process process, Path dir) throws IOException, InterruptedException {
    process.waitFor();
    List<String> schedule = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve("outcome.tsv"))) {
      if (line.startsWith("thread\t") || line.startsWith("run\t") || line.startsWith("status\t")) {
        schedule.add(line);
      }
    }
    return new Result(schedule, Files.readString(dir.resolve("output.txt")), dir);
  }
}
