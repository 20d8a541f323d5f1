package dev.heisenbug.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A real one-node Kubernetes on this machine, and the story on it. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "The story on a local real Kubernetes: up, demo, down (Debian 12, root).")
final class ClusterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "cluster up, demo or down?");
  }

  /** Builds on first use, starts, loads the images, installs the chart. */
  @Command(
      name = "up",
      mixinStandardHelpOptions = true,
      description = "Build (once, some minutes), start, and install the operator.")
  int up() throws IOException, InterruptedException {
    int prepared = script("e2e/cluster/prepare.sh", "--build");
    return prepared != 0 ? 1 : java("dev.heisenbug.e2e.Setup");
  }

  /** Up, then a racy service and its verdict. */
  @Command(
      name = "demo",
      mixinStandardHelpOptions = true,
      description = "Up, then deploy a racy service and watch it being reproduced.")
  int demo() throws IOException, InterruptedException {
    int up = up();
    return up != 0 ? up : java("dev.heisenbug.e2e.Demo");
  }

  /** Stops everything that up started; what was built stays. */
  @Command(
      name = "down",
      mixinStandardHelpOptions = true,
      description = "Stop the cluster and forget its state; what was built is kept.")
  int down() throws IOException, InterruptedException {
    return script("e2e/cluster/cluster.sh", "down");
  }

  private int java(String main) throws IOException, InterruptedException {
    Path target = root().resolve("e2e/target");
    return script(
        "e2e/cluster/bin/java",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        target.resolve("heisenbug-e2e.jar") + ":" + target.resolve("lib") + "/*",
        main);
  }

  private int script(String path, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root().resolve(path).toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO().directory(root().toFile());
    String home = System.getProperty("java.home");
    builder.environment().put("JAVA_HOME", home);
    builder.environment().put("HEISENBUG_JAVA", home + "/bin/java");
    return builder.start().waitFor();
  }

  private static Path root() throws IOException {
    String root = System.getProperty("heisenbug.root");
    if (root == null || !Files.exists(Path.of(root, "e2e/cluster/cluster.sh"))) {
      throw new IOException(
          "the cluster is part of the project's checkout: run ./heisenbug there.");
    }
    return Path.of(root);
  }
}
