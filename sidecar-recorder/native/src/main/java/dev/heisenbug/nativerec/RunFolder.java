package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders of recordings, and what all recorders write about the program. */
final class RunFolder {
  /** Variables that a re-execution may need; everything else stays out of the bundle. */
  private static final List<String> ENVIRONMENT =
      List.of("LANG", "LC_ALL", "TZ", "PATH", "LD_LIBRARY_PATH", "LD_PRELOAD");

  private RunFolder() {}

  static Path fresh(Path out) throws IOException {
    for (int n = 1; ; n++) {
      Path folder = out.resolve("run-%04d".formatted(n));
      if (!Files.exists(folder)
          && !Files.exists(folder.resolveSibling(folder.getFileName() + ".hbbundle"))) {
        Files.createDirectories(folder);
        return folder.toAbsolutePath();
      }
    }
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  static Launch launch(List<String> command) {
    Map<String, String> kept = new TreeMap<>();
    for (String name : ENVIRONMENT) {
      String value = System.getenv(name);
      if (value != null) {
        kept.put(name, value);
      }
    }
    return new Launch(
        command, Path.of("").toAbsolutePath().toString(), kept, null, null, null, null);
  }
}
