package dev.heisenbug.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for the files of controlled runs, removed at the end unless asked to stay. */
final class WorkFolder implements AutoCloseable {
  private final Path path;
  private final boolean keep;

  WorkFolder(Path wanted) throws IOException {
    keep = wanted != null;
    path = wanted == null ? Files.createTempDirectory("heisenbug-work") : wanted.toAbsolutePath();
    Files.createDirectories(path);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (keep) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
