package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server of the program's own meets in which order depends on the schedule alone. */
class SocketsIT {
  private static final int SEEDS = 4;

  @TempDir Path temp;

  static Stream<Arguments> servers() {
    return AgentRun.jdks()
        .flatMap(
            jdk ->
                Stream.of("selector", "threads", "virtual")
                    .filter(server -> !server.equals("virtual") || AgentRun.version(jdk) >= 21)
                    .map(server -> Arguments.of(jdk, server)));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aReplayMeetsClientsInTheSameOrder(Path jdk, String server) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/sockets/Main.java"), 17, classes);
    Set<String> orders = new HashSet<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      AgentRun run = AgentRun.of(jdk, classes, temp.resolve("run" + seed), "sc", seed, server);
      assertThat(run.outcome()).contains("status\tcompleted");
      orders.add(run.output().get(0));
      AgentRun again = run.again(jdk, classes, temp.resolve("again" + seed), server);
      assertThat(again.outcome()).contains("status\tcompleted");
      assertThat(again.output()).isEqualTo(run.output());
    }
    assertThat(orders).hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @MethodSource("dev.heisenbug.control.AgentRun#jdks")
  void threadsOfTheJdksOwnClientAreControlledToo(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/http/Main.java"), 17, classes);
    for (int seed = 1; seed <= SEEDS; seed++) {
      AgentRun run = AgentRun.of(jdk, classes, temp.resolve("run" + seed), "sc", seed);
      assertThat(run.exitCode()).isZero();
      AgentRun again = run.again(jdk, classes, temp.resolve("again" + seed));
      assertThat(again.exitCode()).isZero();
      assertThat(again.output()).isEqualTo(run.output()).hasSize(1);
    }
  }
}
