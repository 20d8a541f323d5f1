package dev.heisenbug.e2e;

import dev.heisenbug.corpus.Corpus;
import dev.heisenbug.corpus.CorpusProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A program of the corpus as an image with a Java runtime of its own, loaded into the cluster. */
public final class AppImage {
  private static final Set<String> LOADED = new HashSet<>();

  private AppImage() {}

  /** Packs and loads a program; the image's name. */
  public static String of(String program, String... environment) {
    CorpusProgram found =
        Corpus.find(Project.corpus()).stream()
            .filter(p -> p.name().equals(program))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no program " + program));
    String tag = environment.length == 0 ? "plain" : "env";
    return pack(
        "corpus/" + program + ":" + tag,
        classes -> found.compile(Path.of(System.getProperty("java.home")), classes),
        List.of(environment));
  }

  /** Packs and loads a program of one source file. */
  public static String ofSource(String name, String main, String source) {
    return pack(
        "e2e/" + name + ":plain",
        classes -> {
          Path file = classes.resolveSibling(main + ".java");
          Files.writeString(file, source);
          Project.run(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                  "-g",
                  "-d",
                  classes.toString(),
                  file.toString()));
        },
        List.of());
  }

  /** Packs and loads a C program of one source file, which is the image's command. */
  public static String ofC(String name, String source) {
    return pack(
        "e2e/" + name + ":native",
        folder -> {
          Files.createDirectories(folder);
          Path file = folder.resolveSibling(name + ".c");
          Files.writeString(file, source);
          Project.run(
              List.of(
                  "gcc",
                  "-g",
                  "-O1",
                  "-pthread",
                  "-o",
                  folder.resolve(name).toString(),
                  file.toString()));
        },
        "/app/" + name,
        List.of());
  }

  /** Fills the image's application folder. */
  private interface Compiler {
    void compile(Path classes) throws IOException;
  }

  private static String pack(String image, Compiler compiler, List<String> environment) {
    return pack(image, compiler, "/opt/java/bin/java -cp /app Main", environment);
  }

  private static synchronized String pack(
      String image, Compiler compiler, String start, List<String> environment) {
    if (LOADED.contains(image)) {
      return image;
    }
    try {
      Path folder = Files.createTempDirectory("app-image");
      Path classes = folder.resolve("classes");
      compiler.compile(classes);
      Path archive = folder.resolve("image.tar");
      List<String> command =
          new ArrayList<>(
              List.of(
                  Project.script("pack-image.py").toString(),
                  image,
                  archive.toString(),
                  "--layer",
                  Project.images().resolve("base").toString(),
                  "--layer",
                  Project.images().resolve("jre") + ":/opt/java",
                  "--layer",
                  classes + ":/app",
                  "--user",
                  "1000",
                  "--workdir",
                  "/app",
                  "--command",
                  start));
      for (String variable : environment) {
        command.addAll(List.of("--env", variable));
      }
      Project.run(command);
      load(archive);
      Files.delete(archive);
      LOADED.add(image);
      return image;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void load(Path archive) {
    Project.run(List.of(Project.script("cluster.sh").toString(), "load", archive.toString()));
  }

  /** Loads the project's own images. */
  public static void loadOwn() {
    for (String name : List.of("operator", "sidecar", "tools")) {
      load(Project.images().resolve(name + ".tar"));
    }
  }
}
