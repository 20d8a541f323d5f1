package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heisenbug.corpus.Corpus;
import dev.heisenbug.corpus.CorpusProgram;
import dev.heisenbug.corpus.Expectation;
import dev.heisenbug.corpus.Model;
import dev.heisenbug.formats.schedule.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of the corpus from the command to the verdict, on the JDKs that are installed.
 *
 * <p>By default a sample of every kind of failure, each program on one of the JDKs in turn; {@code
 * -Dcorpus=all} takes every program, on all JDKs, {@code -Dcorpus=weak} those that need TSO or PSO,
 * {@code -Dcorpus=a,b} those named. Programs that need PSO are recorded with late stores: x86-64
 * keeps stores in order.
 */
class CorpusIT {
  private static final Set<String> SAMPLE =
      Set.of(
          "account",
          "array-list-race",
          "bounded-buffer",
          "completable-future-early-read",
          "dining-philosophers",
          "exit-code-order-book",
          "hash-map-race",
          "latch-before-result",
          "mailbox-flag-pso",
          "parallel-stream-list",
          "peterson-tso",
          "pool-starvation",
          "runtime-halt-heartbeat",
          "spin-plain-flag",
          "static-init-deadlock",
          "string-buffer-jdk-race",
          "virtual-thread-quota",
          "wait-without-loop",
          "writer-closed-under-logger",
          "yielding-producer");

  private static final Path ROOT = Corpus.projectRoot(Path.of("").toAbsolutePath());

  static Stream<Arguments> reproduces() {
    return cases(Expectation.REPRODUCES);
  }

  static Stream<Arguments> holds() {
    return cases(Expectation.HOLDS).limit(wanted().equals("all") ? 1000 : 3);
  }

  private static String wanted() {
    return System.getProperty("corpus", "sample");
  }

  private static Stream<Arguments> cases(Expectation expectation) {
    List<CorpusProgram> programs =
        Corpus.find(ROOT).stream()
            .filter(p -> p.expectation() == expectation)
            .filter(p -> expectation == Expectation.HOLDS || chosen(p))
            .toList();
    List<Path> jdks = jdks().toList();
    boolean inTurn = wanted().equals("sample");
    List<Arguments> cases = new ArrayList<>();
    for (CorpusProgram program : programs) {
      List<Path> able = jdks.stream().filter(j -> version(j) >= program.minJdk()).toList();
      List<Path> taken = inTurn ? List.of(able.get(cases.size() % able.size())) : able;
      taken.forEach(jdk -> cases.add(Arguments.of(program.name(), jdk, program)));
    }
    return cases.stream();
  }

  private static boolean chosen(CorpusProgram program) {
    String w = wanted();
    String name = program.name();
    if (w.equals("weak")) {
      return program.model() != Model.SC;
    }
    return w.equals("all") || (w.equals("sample") ? SAMPLE : Set.of(w.split(","))).contains(name);
  }

  private static Stream<Path> jdks() {
    Path running = Path.of(System.getProperty("java.home"));
    Path other = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
    return Files.isExecutable(other.resolve("bin/java"))
        ? Stream.of(running, other)
        : Stream.of(running);
  }

  private static int version(Path jdk) {
    return jdk.toString().contains("17") ? 17 : Runtime.version().feature();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("reproduces")
  void everyReplayFailsAsRecorded(String name, Path jdk, CorpusProgram program) throws Exception {
    Verdict verdict = new Pipeline(jdk, 300, 20, 240).measure(program).verdict();
    assumeThat(verdict).as("no run failed by itself").isNotEqualTo(Pipeline.NO_FAILURE);
    assertThat(verdict).isEqualTo(new Verdict.Reproduced(20, 20));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("holds")
  void correctProgramsAreNeverReproduced(String name, Path jdk, CorpusProgram program)
      throws Exception {
    assertThat(new Pipeline(jdk, 5, 1, 240).measure(program).verdict())
        .isNotInstanceOf(Verdict.Reproduced.class);
  }
}
