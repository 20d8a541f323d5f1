package dev.heisenbug.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CorpusTest {
  private static final Path RUNNING_JDK = Path.of(System.getProperty("java.home"));

  static Stream<CorpusProgram> programs() {
    return Corpus.find(Corpus.projectRoot(Path.of(""))).stream();
  }

  @Test
  void namesAreUnique() {
    assertThat(programs().map(CorpusProgram::name).toList()).doesNotHaveDuplicates();
  }

  @Test
  void bothAnswersAreThere() {
    assertThat(programs().map(CorpusProgram::expectation)).contains(Expectation.values());
  }

  @ParameterizedTest
  @MethodSource("programs")
  void compilesWithoutWarnings(CorpusProgram program, @TempDir Path classes) {
    program.compile(RUNNING_JDK, classes);
    assertThat(classes.resolve("Main.class")).exists();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void tagsFitTheAnswer(CorpusProgram program) {
    assertThat(program.name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    assertThat(program.minJdk()).isIn(17, 21, 25);
    assertThat(program.kind() == Kind.NONE).isEqualTo(program.expectation() == Expectation.HOLDS);
    assertFits(program.kind(), program.failures());
  }

  private static void assertFits(Kind kind, List<String> failures) {
    switch (kind) {
      case ASSERTION -> assertThat(failures).contains("java.lang.AssertionError");
      case EXCEPTION ->
          assertThat(failures).isNotEmpty().allMatch(name -> name.matches("(java|Main)[.$].*"));
      case EXIT -> assertThat(failures).hasSize(1).allMatch(code -> code.matches("exit [1-9]\\d*"));
      case DEADLOCK, HANG, NONE -> assertThat(failures).isEmpty();
    }
  }
}
