package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Initialisers without a single point meet all the same, and do so again under the same plan. */
class InitCycleIT {
  private static final int MOST = 60;

  @TempDir Path temp;

  @ParameterizedTest
  @MethodSource("dev.heisenbug.control.AgentRun#jdks")
  void classesThatNeedEachOtherCanWaitForEachOther(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/initcycle/Main.java"), 11, classes);
    for (int seed = 1; seed <= MOST; seed++) {
      AgentRun run = AgentRun.of(jdk, classes, temp.resolve("run" + seed), "sc", seed);
      if (run.outcome().contains("status\tdeadlock")) {
        assertThat(run.outcome()).anyMatch(line -> line.startsWith("init\t"));
        AgentRun again = run.again(jdk, classes, temp.resolve("again"));
        assertThat(again.outcome()).contains("status\tdeadlock").noneMatch(InitCycleIT::diverged);
        return;
      }
      assertThat(run.output()).containsExactly("no deadlock");
    }
    throw new AssertionError("no schedule makes the initialisers wait for each other");
  }

  private static boolean diverged(String line) {
    return line.startsWith("diverged");
  }
}
