package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A time limit may end before the others have moved, and does so again when the plan is followed.
 */
class EarlyTimeLimitIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final int MOST = 120;

  @TempDir Path temp;

  @ParameterizedTest(name = "seeds from {0}")
  @CsvSource({"1", "2"})
  void aReplayWakesTheSleeperAsEarly(int first) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/early/Main.java"), 17, classes);
    AgentRun late = late(first, classes);
    for (int i = 0; i < 3; i++) {
      AgentRun again = late.again(JDK, classes, temp.resolve("again" + i));
      assertThat(again.outcome()).contains("status\tcompleted");
      assertThat(again.output()).containsExactly("late");
    }
  }

  /** A run by priorities or at random, as the first seed is even or odd. */
  private AgentRun late(int first, Path classes) throws Exception {
    for (int seed = first; seed < MOST; seed += 2) {
      AgentRun run = AgentRun.of(JDK, classes, temp.resolve("run" + seed), "sc", seed);
      if (run.output().contains("late")) {
        return run;
      }
    }
    throw new AssertionError(
        "no schedule lets the sleeper go on before the other thread has moved");
  }
}
