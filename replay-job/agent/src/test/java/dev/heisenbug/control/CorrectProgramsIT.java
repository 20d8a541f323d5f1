package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Correct programs of the corpus: no schedule of any memory model makes them fail. */
class CorrectProgramsIT {
  /**
   * Their plain twins fail under TSO or PSO, or they wait for long; {@code -Dcorpus=all} takes
   * every program.
   */
  private static final List<String> CHOSEN =
      List.of(
          "counted-pauses",
          "microscope-volatile",
          "peterson-volatile",
          "double-checked-locking-volatile");

  private static final int SEEDS = 3;

  @TempDir Path temp;

  static Stream<Arguments> programs() throws IOException {
    boolean all = "all".equals(System.getProperty("corpus"));
    try (Stream<Path> folders = Files.list(corpus())) {
      List<Path> wanted =
          folders.filter(f -> all || CHOSEN.contains(f.getFileName().toString())).sorted().toList();
      return wanted.stream()
          .flatMap(f -> Stream.of("tso", "pso").map(m -> Arguments.of(f.getFileName(), m, f)));
    }
  }

  private static Path corpus() {
    for (Path d = Path.of("").toAbsolutePath(); d != null; d = d.getParent()) {
      if (Files.isDirectory(d.resolve("corpus/jvm/holds"))) {
        return d.resolve("corpus/jvm/holds");
      }
    }
    throw new IllegalStateException("not inside the project");
  }

  @ParameterizedTest(name = "{0} under {1}")
  @MethodSource("programs")
  void nothingFails(Path name, String model, Path folder) throws Exception {
    Path source = folder.resolve("Main.java");
    int release = release(source);
    Path classes = temp.resolve("classes");
    AgentRun.compile(source, release, classes);
    Path jdk = Path.of(System.getProperty("java.home"));
    for (int seed = 1; seed <= SEEDS; seed++) {
      AgentRun run = AgentRun.of(jdk, classes, temp.resolve("run" + seed), model, seed);
      assertThat(run.outcome()).noneMatch(line -> line.startsWith("failure"));
      assertThat(run.exitCode()).as(String.join("\n", run.output())).isZero();
    }
  }

  private static int release(Path source) throws IOException {
    try (Stream<String> lines = Files.lines(source)) {
      return lines
          .filter(l -> l.startsWith("// jdk: "))
          .map(l -> Integer.parseInt(l.substring(8).trim()))
          .findFirst()
          .orElseThrow();
    }
  }
}
