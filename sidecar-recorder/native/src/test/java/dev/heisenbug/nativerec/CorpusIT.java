package dev.heisenbug.nativerec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The folder of a corpus program says whether random schedules can make it fail. */
final class CorpusIT {
  @TempDir Path folder;

  static Stream<Path> reproduces() throws IOException {
    return Tools.sources("reproduces").stream();
  }

  static Stream<Path> holds() throws IOException {
    return Tools.sources("holds").stream();
  }

  private NativeResult record(Path source, int runs) throws Exception {
    assumeTrue(Tools.there("gcc"));
    String program = Tools.compile(source, folder).toString();
    NativeOptions options =
        new NativeOptions(List.of(program), folder, runs, true, 2, 0, 1, null, null);
    return new SoftPtRecorder(options, null).run();
  }

  @ParameterizedTest
  @MethodSource("reproduces")
  void failsAsItSays(Path source) throws Exception {
    NativeResult result = record(source, 100);
    assumeTrue(result instanceof NativeResult.Recorded, "no run failed by itself");
    NativeResult.Recorded recorded = (NativeResult.Recorded) result;
    String expected =
        Files.readAllLines(source).stream()
            .filter(l -> l.startsWith("// expect: "))
            .map(l -> l.substring("// expect: ".length()))
            .findFirst()
            .orElseThrow();
    assertThat(recorded.manifest().failure().signature()).startsWith(expected.replace(' ', ':'));
  }

  @ParameterizedTest
  @MethodSource("holds")
  void neverFails(Path source) throws Exception {
    assertThat(record(source, 10)).isInstanceOf(NativeResult.NoFailure.class);
  }
}
