package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever looks at a clock between pauses waits for a time, which comes: that is no hang. */
class DeadlineIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir Path temp;

  @ParameterizedTest(name = "{0}, {1} s")
  @CsvSource({"millis,6", "instant,600", "nanos,36000"})
  void theTimeComes(String clock, String seconds) throws Exception {
    Path classes = compiled();
    for (int seed = 1; seed <= 2; seed++) {
      AgentRun run =
          AgentRun.of(JDK, classes, temp.resolve("r" + seed), "sc", seed, clock, seconds);
      assertThat(run.outcome()).contains("status\tcompleted");
      assertThat(run.exitCode()).isZero();
    }
  }

  @Test
  void aTimeThatDoesNotComeIsAHang() throws Exception {
    String never = Long.toString(Integer.MAX_VALUE);
    AgentRun run = AgentRun.of(JDK, compiled(), temp.resolve("run"), "sc", 1, "millis", never);
    assertThat(run.outcome()).contains("status\thang");
  }

  private Path compiled() {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/deadline/Main.java"), 17, classes);
    return classes;
  }
}
