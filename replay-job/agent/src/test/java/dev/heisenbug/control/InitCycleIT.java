package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @ParameterizedTest
  @MethodSource("dev.heisenbug.control.AgentRun#jdks")
  void aThreadThatWaitsForTheSuperclassHasTheSubclass(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/initparent/Main.java"), 11, classes);
    Path plan = temp.resolve("plan.tsv");
    Files.write(
        plan, List.of("0\t2", "0.1\t0\tinit\tMain$Zone.<clinit>()V@2", "0\t4", "0.2\t0", "0\t5"));
    List<String> settings = List.of("policy=free", "strict=true", "plan=" + plan);
    AgentRun run = AgentRun.run(jdk, classes, temp.resolve("run"), settings);
    assertThat(run.outcome())
        .contains("status\tdeadlock", "blocked\t0.1\tCLINIT\tMain$FixedZone\t0.2")
        .contains("blocked\t0.2\tCLINIT\tMain$Zone\t0.1")
        .noneMatch(InitCycleIT::diverged);
  }

  private static boolean diverged(String line) {
    return line.startsWith("diverged");
  }
}
