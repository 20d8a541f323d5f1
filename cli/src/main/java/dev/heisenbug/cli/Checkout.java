package dev.heisenbug.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What only the project's checkout can do: its scripts, and programs inside its cluster. */
final class Checkout {
  private final boolean printsResults;

  /**
   * @param printsResults whether what scripts print is a result; else it goes to standard error
   */
  Checkout(boolean printsResults) {
    this.printsResults = printsResults;
  }

  /** Runs a main class of the scenarios where the cluster's addresses are reachable. */
  int java(String main) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(classPath(main));
    return script("e2e/cluster/bin/java", arguments.toArray(String[]::new));
  }

  /** Arguments that make a JVM run a main class of the scenarios. */
  static List<String> classPath(String main) throws IOException {
    Path target = root().resolve("e2e/target");
    return List.of(
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        target.resolve("heisenbug-e2e.jar") + ":" + target.resolve("lib") + "/*",
        main);
  }

  int script(String path, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root().resolve(path).toString());
    command.addAll(List.of(arguments));
    return run(command);
  }

  int run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO().directory(root().toFile());
    String home = System.getProperty("java.home");
    builder.environment().put("JAVA_HOME", home);
    builder.environment().put("HEISENBUG_JAVA", home + "/bin/java");
    if (!printsResults) {
      builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
    }
    Process process = builder.start();
    if (!printsResults) {
      process.getInputStream().transferTo(System.err);
    }
    return process.waitFor();
  }

  /** The project's folder. */
  static Path root() throws IOException {
    String root = System.getProperty("heisenbug.root");
    if (root == null || !Files.exists(Path.of(root, "e2e/cluster/cluster.sh"))) {
      throw new IOException(
          "cluster and corpus are part of the project's checkout: run ./heisenbug there.");
    }
    return Path.of(root);
  }
}
