package dev.heisenbug.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Entry point: the programs of {@code corpus/jvm}, read from folders and tags. */
public final class Corpus {
  private Corpus() {}

  /** All programs below {@code projectRoot}, those that fail first, each group by name. */
  public static List<CorpusProgram> find(Path projectRoot) {
    List<CorpusProgram> programs = new ArrayList<>();
    for (Expectation expectation : Expectation.values()) {
      Path folder = projectRoot.resolve("corpus").resolve("jvm").resolve(expectation.folder());
      for (Path sourceDir : subfolders(folder)) {
        programs.add(read(expectation, sourceDir));
      }
    }
    return List.copyOf(programs);
  }

  /** The drivers of {@code corpus/jvm/libraries}, each of which has a bug to reproduce. */
  public static List<LibraryProgram> findLibraries(Path projectRoot) {
    Path folder = projectRoot.resolve("corpus").resolve("jvm").resolve("libraries");
    return subfolders(folder).stream()
        .map(dir -> new LibraryProgram(read(Expectation.REPRODUCES, dir), dependencies(dir)))
        .toList();
  }

  /** The folder, here or above {@code start}, that holds the corpus. */
  public static Path projectRoot(Path start) {
    for (Path dir = start.toAbsolutePath(); dir != null; dir = dir.getParent()) {
      if (Files.isDirectory(dir.resolve("corpus").resolve("jvm"))) {
        return dir;
      }
    }
    throw new CorpusException("no corpus/jvm in " + start.toAbsolutePath() + " or above");
  }

  private static CorpusProgram read(Expectation expectation, Path sourceDir) {
    Tags tags = Tags.read(sourceDir.resolve(CorpusProgram.MAIN_CLASS + ".java"));
    return new CorpusProgram(
        sourceDir.getFileName().toString(),
        expectation,
        tags.kind(),
        tags.minJdk(),
        tags.model(),
        tags.failures(),
        sourceDir);
  }

  private static List<String> dependencies(Path sourceDir) {
    try {
      return Files.readAllLines(sourceDir.resolve("deps.txt"));
    } catch (IOException e) {
      throw new CorpusException("cannot read deps.txt of " + sourceDir, e);
    }
  }

  private static List<Path> subfolders(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new CorpusException("cannot list " + folder, e);
    }
  }
}
