package dev.heisenbug.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LibraryProgramTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Path REPOSITORY =
      Path.of(System.getProperty("user.home"), ".m2", "repository");

  static Stream<LibraryProgram> libraries() {
    return Corpus.findLibraries(Corpus.projectRoot(Path.of(""))).stream();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void namesItsLibrary(LibraryProgram library) {
    assertThat(library.dependencies()).isNotEmpty();
    assertThat(library.jars(REPOSITORY)).hasSameSizeAs(library.dependencies());
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void compilesAgainstTheReleasedJar(LibraryProgram library, @TempDir Path classes) {
    List<Path> jars = library.jars(REPOSITORY);
    assumeTrue(jars.stream().allMatch(Files::exists), "library is not in the local repository");
    library.compile(JDK, classes, jars);
    assertThat(library.command(JDK, classes, jars).get(2)).contains(jars.getFirst().toString());
  }
}
