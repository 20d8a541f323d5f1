package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plan of a hang has no turns in which threads only look again at what nobody stores; who gets
 * further by reading does not hang.
 */
class SpinnersIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final int FEW = 20;

  @TempDir Path temp;

  @Test
  void threadsThatTurnInLoopsForEverHaveAShortPlan() throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/spinners/Main.java"), 17, classes);
    AgentRun run = AgentRun.of(JDK, classes, temp.resolve("run"), "sc", 1);
    assertThat(run.outcome()).contains("status\thang");
    assertThat(run.outcome().stream().filter(line -> line.startsWith("run\t")))
        .hasSizeBetween(1, FEW);
    AgentRun again = run.again(JDK, classes, temp.resolve("again"));
    assertThat(again.outcome()).contains("status\thang");
  }

  @Test
  void aThreadThatReadsALongArrayDoesNotWait() throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/longsum/Main.java"), 17, classes);
    AgentRun run = AgentRun.free(JDK, classes, temp.resolve("run"), "sc");
    assertThat(run.outcome()).contains("status\tcompleted");
    assertThat(run.output()).containsExactly("3000000");
  }
}
