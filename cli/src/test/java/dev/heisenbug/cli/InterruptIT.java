package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.formats.trace.HbtWriter;
import dev.heisenbug.solve.bench.GeneratorSpec;
import dev.heisenbug.solve.bench.ProblemGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C ends a solve, also while Z3 computes, and what it reached is said. */
class InterruptIT {
  /** Whoever runs tests in the background has SIGINT switched off, and so have its children. */
  private static final String LISTENING = "--default-signal=INT";

  private static final int INTERRUPTED = 130;

  @TempDir private Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"clap", "h3"})
  void anInterruptedSolveSaysWhatItReached(String encoding) throws Exception {
    assumeTrue(runs(List.of("env", LISTENING, "true")));
    Path problem = dir.resolve("hard.hbt");
    try (Writer w = Files.newBufferedWriter(problem)) {
      HbtWriter.write(ProblemGenerator.generate(GeneratorSpec.parse("racey:4:10:0")), w);
    }
    Path said = dir.resolve("said.txt");
    Process solve =
        new ProcessBuilder(command(problem, encoding))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(solve.waitFor(6, TimeUnit.SECONDS)).as("ended by itself").isFalse();
      assertThat(runs(List.of("kill", "-INT", String.valueOf(solve.pid())))).isTrue();
      assertThat(solve.waitFor(20, TimeUnit.SECONDS)).as("ended by Ctrl-C").isTrue();
    } finally {
      solve.destroyForcibly();
    }
    assertThat(solve.exitValue()).isEqualTo(INTERRUPTED);
    assertThat(said).content().contains("unknown", "reached");
  }

  private static List<String> command(Path problem, String encoding) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(
        "env",
        LISTENING,
        java,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Heisenbug.class.getName(),
        "analyze",
        problem.toString(),
        "--encoding",
        encoding,
        "--timeout",
        "300");
  }

  private static boolean runs(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).start();
    return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
