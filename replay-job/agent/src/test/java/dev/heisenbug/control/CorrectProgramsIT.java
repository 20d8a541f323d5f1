package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Correct programs of the corpus: no schedule of any memory model makes them fail. */
class CorrectProgramsIT {
  /**
   * Their plain twins fail under TSO or PSO, they wait for long, ask for states of threads, or
   * threads die; {@code -Dcorpus=all} takes every program, under every model and on every JDK that
   * is installed.
   */
  private static final List<String> CHOSEN =
      List.of(
          "counted-pauses",
          "lazy-set-publish",
          "supervised-workers",
          "thread-states",
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
      List<String> models = all ? List.of("sc", "tso", "pso") : List.of("tso", "pso");
      List<Path> jdks = AgentRun.jdks().limit(all ? Integer.MAX_VALUE : 1).toList();
      List<Arguments> cases = new ArrayList<>();
      for (Path f : wanted) {
        int release = release(f.resolve("Main.java"));
        for (Path jdk : jdks) {
          if (release <= AgentRun.version(jdk)) {
            models.forEach(m -> cases.add(Arguments.of(f.getFileName(), m, jdk, f)));
          }
        }
      }
      return cases.stream();
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

  @ParameterizedTest(name = "{0} under {1} on {2}")
  @MethodSource("programs")
  void nothingFails(Path name, String model, Path jdk, Path folder) throws Exception {
    Path source = folder.resolve("Main.java");
    int release = release(source);
    Path classes = temp.resolve("classes");
    AgentRun.compile(source, release, classes);
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
