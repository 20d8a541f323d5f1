package dev.heisenbug.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What only the project's checkout can do: its scripts, and programs inside its cluster. */
final class Checkout {
  private Checkout() {}

  /** Runs a main class of the scenarios where the cluster's addresses are reachable. */
  static int java(String main) throws IOException, InterruptedException {
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

  static int script(String path, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root().resolve(path).toString());
    command.addAll(List.of(arguments));
    return run(command);
  }

  static int run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO().directory(root().toFile());
    String home = System.getProperty("java.home");
    builder.environment().put("JAVA_HOME", home);
    builder.environment().put("HEISENBUG_JAVA", home + "/bin/java");
    return builder.start().waitFor();
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
