package dev.heisenbug.nativerec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The compiler, the corpus and the other programs that the tests hold our own against. */
final class Tools {
  private Tools() {}

  static boolean there(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve(program)));
  }

  static Path corpus() {
    for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.isDirectory(p.resolve("corpus/native"))) {
        return p.resolve("corpus/native");
      }
    }
    throw new IllegalStateException("the corpus is missing");
  }

  static List<Path> sources(String kind) throws IOException {
    try (Stream<Path> all = Files.list(corpus().resolve(kind))) {
      return all.filter(f -> f.toString().endsWith(".c")).sorted().toList();
    }
  }

  static Path compile(Path source, Path folder) throws IOException, InterruptedException {
    String name = source.getFileName().toString();
    Path program = folder.resolve(name.substring(0, name.length() - 2));
    if (!Files.exists(program)) {
      output("gcc", "-O2", "-g", "-pthread", "-o", program.toString(), source.toString());
    }
    return program;
  }

  /** Runs a program and returns what it prints. */
  static String output(String... command) throws IOException, InterruptedException {
    Process p = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    p.getOutputStream().close();
    String text = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    p.waitFor();
    return text;
  }

  static NativeOptions options(Path folder, long seed, String... command) {
    return new NativeOptions(
        List.of(command),
        folder.resolve("out"),
        1,
        false,
        2,
        200,
        seed,
        null,
        folder.resolve("truth"));
  }
}
