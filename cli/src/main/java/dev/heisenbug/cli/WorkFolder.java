package dev.heisenbug.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for the files of controlled runs, removed at the end unless asked to stay. */
final class WorkFolder implements AutoCloseable {
  private static final int TRIES = 20;
  private static final int PAUSE_MILLIS = 50;
  private final Path path;
  private final boolean keep;
  private final Thread hook = new Thread(this::remove, "heisenbug-work");

  WorkFolder(Path wanted) throws IOException {
    keep = wanted != null;
    path = wanted == null ? Files.createTempDirectory("heisenbug-work") : wanted.toAbsolutePath();
    Files.createDirectories(path);
    if (!keep) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    if (keep) {
      return;
    }
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // We are being ended, and it does the same.
    }
  }

  /**
   * Removes it now. Runs that are being ended may still write there, so it may take some goes; what
   * is left after them is no reason to lose a result.
   */
  void remove() {
    for (int i = 0; i < TRIES; i++) {
      try {
        delete();
        return;
      } catch (IOException e) {
        // A file has come or gone meanwhile.
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void delete() throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path p : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
