package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for each other's monitors inside methods of the JDK are a deadlock. */
class LibraryDeadlockIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final int MOST = 60;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"vectors", "streams"})
  void aCycleOfTheJvmsOwnMonitorsEndsTheRun(String kind) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/libdeadlock/Main.java"), 17, classes);
    for (int seed = 1; seed <= MOST; seed++) {
      AgentRun run = AgentRun.of(JDK, classes, temp.resolve("run" + seed), "sc", seed, kind);
      if (run.outcome().contains("status\tdeadlock")) {
        assertThat(owners(run)).containsExactlyInAnyOrder("0.1", "0.2");
        return;
      }
      assertThat(run.output()).containsExactly("no deadlock");
    }
    throw new AssertionError("no schedule makes the threads wait for each other");
  }

  /** Those that own what the two threads wait for. */
  private static List<String> owners(AgentRun run) {
    return run.outcome().stream()
        .map(line -> line.split("\t", -1))
        .filter(fields -> fields[0].equals("blocked") && fields[2].equals("MONITOR"))
        .map(fields -> fields[4])
        .toList();
  }
}
