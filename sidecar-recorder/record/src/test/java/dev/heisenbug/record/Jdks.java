package dev.heisenbug.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs installed beside the one that runs the tests, one of each feature release. */
final class Jdks {
  private Jdks() {}

  static List<Path> launchers() throws IOException {
    Path own = Path.of(System.getProperty("java.home"));
    TreeMap<String, Path> byRelease = new TreeMap<>();
    try (Stream<Path> homes = Files.list(own.getParent())) {
      for (Path home : homes.filter(h -> Files.exists(h.resolve("release"))).toList()) {
        for (String line : Files.readAllLines(home.resolve("release"))) {
          if (line.startsWith("JAVA_VERSION=") && Files.exists(home.resolve("bin/java"))) {
            byRelease.put(line.replaceAll("[^0-9.]", "").split("\\.")[0], home);
          }
        }
      }
    }
    byRelease.put(String.valueOf(Runtime.version().feature()), own);
    return byRelease.entrySet().stream()
        .filter(jdk -> Integer.parseInt(jdk.getKey()) >= 11)
        .map(jdk -> jdk.getValue().resolve("bin/java"))
        .toList();
  }
}
