package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heisenbug.corpus.Corpus;
import dev.heisenbug.corpus.LibraryProgram;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.record.RecordOptions.Noise;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Known bugs of released, unmodified libraries, from the command to the verdict. */
class LibrariesIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir Path work;

  static Stream<Arguments> libraries() {
    return Corpus.findLibraries(Corpus.projectRoot(Path.of("").toAbsolutePath())).stream()
        .map(l -> Arguments.of(l.program().name(), l));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("libraries")
  void everyReplayFailsAsRecorded(String name, LibraryProgram library) throws Exception {
    Path classes = work.resolve("classes");
    Path copied = Path.of("target", "libraries").toAbsolutePath();
    List<Path> jars =
        library.jars(copied).stream().map(jar -> copied.resolve(jar.getFileName())).toList();
    library.compile(JDK, classes, jars);
    List<String> command = library.command(JDK, classes, jars);
    Verdict verdict =
        new Pipeline(JDK, 300, 20, 240).measure(name, command, Noise.AUTO, work).verdict();
    assumeThat(verdict).as("no run failed by itself").isNotEqualTo(Pipeline.NO_FAILURE);
    assertThat(verdict).isEqualTo(new Verdict.Reproduced(20, 20));
  }
}
