package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads can come in between two calls on an object of the JDK that is not woven. */
class LibraryStateIT {
  @TempDir Path temp;

  static Stream<Arguments> objects() {
    return AgentRun.jdks()
        .flatMap(jdk -> Stream.of("random", "locale", "ids").map(kind -> Arguments.of(jdk, kind)));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void anotherThreadMixesInBetweenTwoSteps(Path jdk, String kind) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/librarystate/Main.java"), 17, classes);
    AgentRun alone = AgentRun.free(jdk, classes, temp.resolve("alone"), "sc", kind);
    assertThat(alone.output()).containsExactly("as alone");
    String begin = turns(alone, "0").get(0);
    String other = turns(alone, "0.2").get(0);
    int points = Integer.parseInt(other.split("\t")[1]);
    List<String> outputs = new ArrayList<>();
    for (int point = 1; point < points; point++) {
      Path dir = Files.createDirectories(temp.resolve("run" + point));
      List<String> turns = List.of(begin, "0.1\t" + point, other);
      Path plan = Files.write(dir.resolve("plan.tsv"), turns);
      List<String> settings = List.of("policy=free", "plan=" + plan);
      outputs.addAll(AgentRun.run(jdk, classes, dir, settings, kind).output());
    }
    assertThat(outputs).contains("mixed");
  }

  /** What a thread did in a run, as a plan says it. */
  private static List<String> turns(AgentRun run, String thread) {
    return run.outcome().stream()
        .filter(line -> line.startsWith("run\t" + thread + "\t"))
        .map(line -> line.split("\t")[1] + "\t" + line.split("\t")[2])
        .toList();
  }
}
