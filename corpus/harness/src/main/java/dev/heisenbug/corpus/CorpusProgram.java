package dev.heisenbug.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * One program with its known answer.
 *
 * @param name folder name, unique in the corpus
 * @param expectation the answer, from the parent folder
 * @param kind how the failure shows; {@link Kind#NONE} for correct programs
 * @param minJdk oldest JDK feature version it runs on
 * @param model strongest memory model under which the failure is reachable, or weakest under which
 *     a correct program holds
 * @param failures exception class names, one of which is thrown, or {@code exit N}; empty for hangs
 * @param sourceDir folder with {@code Main.java} and any further sources
 */
public record CorpusProgram(
    String name,
    Expectation expectation,
    Kind kind,
    int minJdk,
    Model model,
    List<String> failures,
    Path sourceDir) {

  public static final String MAIN_CLASS = "Main";
  private static final int OLDEST_RELEASE = 17;

  /** Java release that {@link #compile} targets. */
  public int release() {
    return Math.max(OLDEST_RELEASE, minJdk);
  }

  /** Source files, in a stable order. */
  public List<Path> sources() {
    try (Stream<Path> files = Files.walk(sourceDir)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new CorpusException("cannot list " + sourceDir, e);
    }
  }

  /** Command line that runs the compiled program with the JDK at {@code javaHome}. */
  public List<String> command(Path javaHome, Path classes) {
    return List.of(
        javaHome.resolve("bin").resolve("java").toString(), "-cp", classes.toString(), MAIN_CLASS);
  }

  /**
   * Compiles into {@code outDir} with the compiler of the JDK at {@code javaHome}, for {@link
   * #release()} and with debug information. A warning is an error.
   */
  public void compile(Path javaHome, Path outDir) {
    compile(javaHome, outDir, List.of());
  }

  void compile(Path javaHome, Path outDir, List<Path> jars) {
    String complaint = new Javac(javaHome).compile(release(), jars, outDir, sources());
    if (!complaint.isEmpty()) {
      throw new CorpusException(name + " does not compile:\n" + complaint);
    }
  }
}
