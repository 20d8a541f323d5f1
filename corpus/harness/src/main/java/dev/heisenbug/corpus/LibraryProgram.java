package dev.heisenbug.corpus;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that drives a released library into one of its known concurrency bugs.
 *
 * @param program the driver with its tags
 * @param dependencies Maven coordinates {@code group:artifact:version} of the unmodified library
 */
public record LibraryProgram(CorpusProgram program, List<String> dependencies) {

  /** The library's jars below a Maven repository folder, whether they are there or not. */
  public List<Path> jars(Path repository) {
    return dependencies.stream().map(coordinates -> jar(repository, coordinates)).toList();
  }

  /** Compiles the driver against {@code jars}; see {@link CorpusProgram#compile}. */
  public void compile(Path javaHome, Path outDir, List<Path> jars) {
    program.compile(javaHome, outDir, jars);
  }

  /** Command line that runs the driver with {@code jars} on the class path. */
  public List<String> command(Path javaHome, Path classes, List<Path> jars) {
    List<String> command = new ArrayList<>(program.command(javaHome, classes));
    command.set(
        2,
        Stream.concat(Stream.of(classes), jars.stream())
            .map(Path::toString)
            .collect(joining(File.pathSeparator)));
    return List.copyOf(command);
  }

  private static Path jar(Path repository, String coordinates) {
    String[] parts = coordinates.split(":", -1);
    if (parts.length != 3) {
      throw new CorpusException("'" + coordinates + "' is not group:artifact:version");
    }
    return repository
        .resolve(parts[0].replace('.', '/'))
        .resolve(parts[1])
        .resolve(parts[2])
        .resolve(parts[1] + "-" + parts[2] + ".jar");
  }
}
