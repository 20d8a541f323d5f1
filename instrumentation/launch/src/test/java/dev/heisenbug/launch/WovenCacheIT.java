package dev.heisenbug.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs are the same whether classes were woven now or before, logged or not. */
class WovenCacheIT {
  private static final String[] PROGRAMS = {
    "reproduces/account", "reproduces/hash-map-race", "reproduces/array-list-race"
  };

  @TempDir Path temp;

  static Stream<Arguments> programs() {
    return Stream.of(PROGRAMS)
        .flatMap(p -> AgentRun.jdks().stream().map(jdk -> Arguments.of(p, jdk)));
  }

  static Stream<Path> jdks() {
    return AgentRun.jdks().stream();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theSameRunInAllModes(String program, Path jdk) throws Exception {
    AgentRun run = corpus(program, jdk);
    Path cache = Files.createDirectory(temp.resolve("cache"));
    AgentRun.Result woven = run.run(false, null);
    assertThat(run.run(true, null).schedule()).isEqualTo(woven.schedule());
    for (boolean trace : new boolean[] {false, true, false, true}) {
      AgentRun.Result r = run.run(trace, cache);
      assertThat(r.schedule()).isEqualTo(woven.schedule());
      assertThat(r.output()).isEqualTo(woven.output());
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aDamagedCacheIsWovenAgain(Path jdk) throws Exception {
    AgentRun run = corpus(PROGRAMS[1], jdk);
    Path cache = Files.createDirectory(temp.resolve("cache"));
    AgentRun.Result good = run.run(false, cache);
    for (Path file : list(cache)) {
      byte[] bytes = Files.readAllBytes(file);
      for (int i = bytes.length / 4; i < bytes.length; i += 997) {
        bytes[i] ^= 0x55;
      }
      Files.write(file, bytes);
    }
    same(run.run(false, cache), good);
    for (Path file : list(cache)) {
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    }
    same(run.run(false, cache), good);
    for (Path file : list(cache)) {
      Files.write(file, new byte[0]);
    }
    same(run.run(false, cache), good);
    same(run.run(false, cache), good);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aClassWhoseSurroundingsChangedIsWovenAgain(Path jdk) throws Exception {
    Path main = source("Main", "Worker w = new Worker(); w.start(); w.join(); Worker.n++;");
    Path before =
        Files.writeString(
            Files.createDirectories(temp.resolve("a")).resolve("Worker.java"),
            "class Worker { static volatile int n; void start() { n++; } void join() { n++; } }");
    Path after =
        Files.writeString(
            Files.createDirectories(temp.resolve("b")).resolve("Worker.java"),
            "class Worker extends Thread { static int n; public void run() { n++; n++; } }");
    Path classes = temp.resolve("classes");
    Path cache = Files.createDirectory(temp.resolve("cache"));
    AgentRun run = new AgentRun(jdk, classes, temp);
    AgentRun.compile(classes, main, before);
    byte[] bytes = Files.readAllBytes(classes.resolve("Main.class"));
    same(run.run(false, cache), run.run(false, null));
    AgentRun.compile(classes, main, after);
    assertThat(Files.readAllBytes(classes.resolve("Main.class"))).isEqualTo(bytes);
    same(run.run(false, cache), run.run(false, null));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void twoFirstRunsAtATime(Path jdk) throws Exception {
    AgentRun run = corpus(PROGRAMS[0], jdk);
    Path cache = Files.createDirectory(temp.resolve("cache"));
    AgentRun.Result alone = run.run(false, null);
    Path one = Files.createTempDirectory(temp, "one");
    Path two = Files.createTempDirectory(temp, "two");
    Process p = run.start(one, false, cache);
    Process q = run.start(two, false, cache);
    same(AgentRun.finish(p, one), alone);
    same(AgentRun.finish(q, two), alone);
    same(run.run(false, cache), alone);
    assertThat(list(cache)).hasSize(2);
  }

  private static void same(AgentRun.Result r, AgentRun.Result expected) {
    assertThat(r.schedule()).isEqualTo(expected.schedule());
    assertThat(r.output()).isEqualTo(expected.output());
  }

  private Path source(String name, String body) throws IOException {
    String text = "public class %s { public static void main(String[] a) throws Exception { %s } }";
    return Files.writeString(temp.resolve(name + ".java"), text.formatted(name, body));
  }

  private AgentRun corpus(String program, Path jdk) throws IOException {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve("corpus/jvm"))) {
      at = at.getParent();
    }
    assumeTrue(at != null, "the corpus is not there");
    Path classes = temp.resolve("classes");
    AgentRun.compile(classes, at.resolve("corpus/jvm").resolve(program).resolve("Main.java"));
    return new AgentRun(jdk, classes, temp);
  }

  private static List<Path> list(Path dir) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> s = Files.list(dir)) {
      s.forEach(files::add);
    }
    return files;
  }
}
