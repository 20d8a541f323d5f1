package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that wait for what only threads of the JDK can tell them. */
class WorldIT {
  @TempDir Path temp;

  static Stream<Path> jdks() {
    return AgentRun.jdks();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aThreadThatWaitsForAProcessIsNotStuck(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/world/Main.java"), 17, classes);
    AgentRun run = AgentRun.of(jdk, classes, temp.resolve("run"), "sc", 1);
    assertThat(run.outcome()).contains("status\tcompleted");
    assertThat(run.exitCode()).as(String.join("\n", run.output())).isZero();
    List<String> children =
        run.outcome().stream().filter(line -> line.startsWith("thread\t0.")).toList();
    assertThat(children).as("the JDK's own threads have no number").hasSize(1);
  }
}
