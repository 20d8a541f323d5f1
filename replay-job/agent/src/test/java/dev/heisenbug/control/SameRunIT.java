package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program sees is the same in every run whose classes were woven before. */
class SameRunIT {
  @TempDir Path temp;

  static Stream<Path> jdks() {
    return AgentRun.jdks();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void runsOfOneProgramSeeTheSameOrders(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/same/Main.java"), 17, classes);
    List<String> weaving = output(jdk, classes, "first");
    List<String> seen = output(jdk, classes, "second");
    assertThat(output(jdk, classes, "third")).isEqualTo(seen);
    assertThat(output(jdk, classes, "fourth")).isEqualTo(seen);
    for (List<String> output : List.of(weaving, seen)) {
      List<String> names = List.of(output.get(0).substring(1).replace("]", "").split(", "));
      assertThat(names).as("methods by reflection").isSorted();
      assertThat(output.get(2)).as("system property").isEqualTo("null");
    }
  }

  private List<String> output(Path jdk, Path classes, String name) throws Exception {
    AgentRun run = AgentRun.of(jdk, classes, temp.resolve(name), "sc", 1);
    assertThat(run.outcome()).contains("status\tcompleted");
    return run.output();
  }
}
