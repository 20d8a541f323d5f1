package dev.heisenbug.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program sees and does is the same in every run whose classes were woven before. */
class SameRunIT {
  @TempDir Path temp;

  static Stream<Path> jdks() {
    return AgentRun.jdks();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void runsOfOneProgramSeeTheSame(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/same/Main.java"), 17, classes);
    run(jdk, classes, "weaving");
    AgentRun seen = run(jdk, classes, "first");
    assertThat(seen.output()).contains("property=null").hasSizeGreaterThan(50);
    for (int i = 0; i < 4; i++) {
      AgentRun again = run(jdk, classes, "again" + i);
      assertThat(again.output()).isEqualTo(seen.output());
      assertThat(again.outcome()).as("schedule").isEqualTo(seen.outcome());
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void hashesDoNotDependOnWhatTheJdkDrewBefore(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/draws/Main.java"), 17, classes);
    AgentRun seen = draw(jdk, classes, 0);
    assertThat(seen.output()).hasSize(5);
    assertThat(draw(jdk, classes, 3).output()).isEqualTo(seen.output());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void anotherBeginningGivesOtherHashesTheSameInEveryRun(Path jdk) throws Exception {
    Path classes = temp.resolve("classes");
    AgentRun.compile(Path.of("src/test/resources/draws/Main.java"), 17, classes);
    AgentRun usual = draw(jdk, classes, 0);
    List<String> other = List.of("hashes=5");
    AgentRun seen = AgentRun.run(jdk, classes, temp.resolve("other"), other, "0");
    assertThat(seen.outcome()).contains("hashes\t0\t5\t");
    assertThat(seen.output()).hasSize(5).isNotEqualTo(usual.output());
    AgentRun again = AgentRun.run(jdk, classes, temp.resolve("again"), other, "0");
    assertThat(again.output()).isEqualTo(seen.output());
  }

  private AgentRun draw(Path jdk, Path classes, int draws) throws Exception {
    String count = Integer.toString(draws);
    return AgentRun.of(jdk, classes, temp.resolve("draws" + draws), "sc", 3, count);
  }

  private AgentRun run(Path jdk, Path classes, String name) throws Exception {
    AgentRun run = AgentRun.of(jdk, classes, temp.resolve(name), "sc", 3);
    assertThat(run.outcome()).contains("status\tcompleted");
    return run;
  }
}
