package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The outcomes of litmus tests under random control: those that a memory model allows and the next
 * stronger one forbids come about, and those that it forbids do not.
 */
class LitmusIT {
  /** Only where a store may be overtaken by a later read of its thread. */
  private static final Set<String> TSO = Set.of("SB 0 0", "FWD 1 0 1 0");

  /** Only where a store may be overtaken by a later store to another variable. */
  private static final Set<String> PSO = Set.of("MP 1 0", "2+2W 1 1", "MP+array 1 0", "publish 0");

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
    Path running = Path.of(System.getProperty("java.home"));
    Path other = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
    return Stream.of(running, other)
        .filter(jdk -> Files.isExecutable(jdk.resolve("bin/java")))
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

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> all = new TreeSet<>(a);
    all.addAll(b);
    return all;
  }

  private List<String> run(Path jdk, String model, int seed) throws Exception {
    Path dir = Files.createDirectories(temp.resolve(model + seed));
    List<String> settings =
        List.of(
            "dir=" + dir,
            "policy=" + (seed % 2 == 0 ? "priority" : "random"),
            "seed=" + seed,
            "model=" + model,
            "length=100",
            "timeout=60000");
    Path file = Files.write(dir.resolve("settings.properties"), settings);
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    command.add("-javaagent:" + Path.of("target/heisenbug-replay-agent.jar") + "=" + file);
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", classes().toString(), "Main", Integer.toString(ROUNDS)));
    Path output = dir.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    return Files.readAllLines(output);
  }

  private Path classes() throws IOException {
    Path classes = temp.resolve("classes");
    if (!Files.exists(classes)) {
      ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
      String source = Path.of("src/test/resources/litmus/Main.java").toString();
      int code =
          javac.run(
              System.out, System.err, "-g", "--release", "17", "-d", classes.toString(), source);
      assertThat(code).isZero();
    }
    return classes;
  }
}
