package dev.heisenbug.decode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the shared reference traces: beside the project, or where a system property says. */
public final class TestData {
  private TestData() {}

  /** The folder of reference traces, if there is one. */
  public static Optional<Path> traces() {
    String named = System.getProperty("heisenbug.pt-traces");
    if (named != null) {
      return Optional.of(Path.of(named)).filter(Files::isDirectory);
    }
    Path dir = Path.of("").toAbsolutePath();
    while (dir != null) {
      for (Path candidate : new Path[] {dir.resolve("shared/pt-traces")}) {
        if (Files.isDirectory(candidate)) {
          return Optional.of(candidate);
        }
      }
      dir = dir.getParent();
    }
    return Optional.empty();
  }
}
