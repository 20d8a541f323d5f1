package dev.heisenbug.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where things are in the checkout, and commands that run there. */
public final class Project {
  private static final Path ROOT = find();

  private Project() {}

  public static Path root() {
    return ROOT;
  }

  public static Path chart() {
    return ROOT.resolve("helm/heisenbug");
  }

  /** Where the corpus is looked for. */
  public static Path corpus() {
    return ROOT;
  }

  static Path images() {
    return ROOT.resolve("operator/images/target");
  }

  static Path script(String name) {
    return ROOT.resolve("e2e/cluster").resolve(name);
  }

  /** Runs a command to its end and returns what it printed; a failure is an exception with it. */
  public static String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed:\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path find() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("helm/heisenbug/Chart.yaml"))) {
        return at;
      }
    }
    throw new IllegalStateException("run this inside the project's checkout");
  }
}
