package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The outcomes of litmus tests under random control: those that a memory model allows and the next
 * stronger one forbids come about, and those that it forbids do not.
 */
class LitmusIT {
  /** Only where a store may be overtaken by a later read of its thread. */
  private static final Set<String> TSO =
      Set.of(
          "SB 0 0",
          "FWD 1 0 1 0",
          "SB+lazy 0 0",
          "SB+handle 0 0",
          "SB+element 0 0",
          "SB+updater 0 0");

  /** Only where a store may be overtaken by a later store to another variable. */
  private static final Set<String> PSO =
      Set.of(
          "MP 1 0",
          "2+2W 1 1",
          "MP+array 1 0",
          "publish 0",
          "MP+opaque 1 0",
          "MP+handle-opaque 1 0");

  /** In none of the models, with what Java promises of volatile and final fields and locks. */
  private static final Set<String> NEVER =
      Set.of(
          "LB 1 1",
          "CoRR 2 1",
          "CoRR 1 0",
          "CoRR 2 0",
          "IRIW 1 0 1 0",
          "SB+volatile 0 0",
          "SB+fence 0 0",
          "SB+set 0 0",
          "MP+lazy 1 0",
          "MP+handle 1 0",
          "SB+handle-volatile 0 0",
          "MP+volatile 1 0",
          "MP+fence 1 0",
          "MP+lock 1 0",
          "MP+lock 0 1",
          "publish+final 0 0",
          "publish+final 0 7",
          "publish+final 7 0");

  private static final int SEEDS = 12;
  private static final int ROUNDS = 25;

  @TempDir Path temp;

  static Stream<Arguments> models() {
    return AgentRun.jdks()
        .flatMap(
            jdk ->
                Stream.of(
                    Arguments.of("sc", Set.of(), jdk),
                    Arguments.of("tso", TSO, jdk),
                    Arguments.of("pso", union(TSO, PSO), jdk)));
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("models")
  void outcomesAreThoseOfTheModel(String model, Set<String> weak, Path jdk) throws Exception {
    Set<String> seen = new TreeSet<>();
    for (int seed = 1; seed <= SEEDS && !(seen.containsAll(weak) && seed > 3); seed++) {
      seen.addAll(run(jdk, model, seed));
    }
    assertThat(seen).contains("SB 0 1", "MP 1 1", "publish+final 7 7").containsAll(weak);
    Set<String> forbidden = union(TSO, PSO);
    forbidden.removeAll(weak);
    forbidden.addAll(NEVER);
    assertThat(seen).doesNotContainAnyElementsOf(forbidden);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tso", "pso"})
  void noStoreIsLateWhereNothingIsRandom(String model) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/litmus/Main.java"), 17, classes);
    Path jdk = Path.of(System.getProperty("java.home"));
    String rounds = Integer.toString(ROUNDS);
    AgentRun run = AgentRun.free(jdk, classes, temp.resolve("free"), model, rounds);
    assertThat(run.outcome()).contains("status\tcompleted").noneMatch(l -> l.startsWith("hold"));
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> all = new TreeSet<>(a);
    all.addAll(b);
    return all;
  }

  private List<String> run(Path jdk, String model, int seed) throws Exception {
    Path classes = temp.resolve("classes");
    if (!Files.exists(classes)) {
      AgentRun.compile(Path.of("src/test/resources/litmus/Main.java"), 17, classes);
    }
    AgentRun run =
        AgentRun.of(
            jdk, classes, temp.resolve(model + seed), model, seed, Integer.toString(ROUNDS));
    assertThat(run.exitCode()).as(String.join("\n", run.output())).isZero();
    return run.output();
  }
}
