package dev.heisenbug.analyzer.jvm.symbolic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A program of {@code src/test/resources/programs}. */
public record TestProgram(String name, Path source) {
  static List<TestProgram> all() {
    try {
      Path folder = Path.of(TestProgram.class.getResource("/programs").toURI());
      try (Stream<Path> entries = Files.list(folder)) {
        return entries
            .sorted()
            .map(p -> new TestProgram(p.getFileName().toString(), p.resolve("Main.java")))
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static TestProgram named(String name) {
    return all().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  /** Compiles for the oldest JDK of the tests. */
  public Path compile(Path out) {
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-g",
                "--release",
                "17",
                "-d",
                out.toString(),
                source.toString());
    if (code != 0) {
      throw new IllegalStateException(name + " does not compile");
    }
    return out;
  }

  @Override
  public String toString() {
    return name;
  }
}
