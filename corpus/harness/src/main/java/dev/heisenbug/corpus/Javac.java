package dev.heisenbug.corpus;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** The compiler of one JDK; in this process, and so much faster, when it is the running one. */
record Javac(Path javaHome) {

  /** Returns what the compiler has to complain about, empty when all went well. */
  String compile(int release, List<Path> classPath, Path outDir, List<Path> sources) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-g", "-Xlint:all", "-Werror", "-encoding", "UTF-8"));
    arguments.addAll(List.of("--release", String.valueOf(release), "-d", outDir.toString()));
    String jars = classPath.stream().map(Path::toString).collect(joining(File.pathSeparator));
    arguments.addAll(List.of("-cp", jars));
    sources.forEach(source -> arguments.add(source.toString()));
    return isRunningJdk() ? inProcess(arguments) : asProcess(arguments);
  }

  private boolean isRunningJdk() {
    try {
      return Files.isSameFile(javaHome, Path.of(System.getProperty("java.home")));
    } catch (IOException e) {
      throw new CorpusException("no JDK at " + javaHome, e);
    }
  }

  private static String inProcess(List<String> arguments) {
    ToolProvider javac =
        ToolProvider.findFirst("javac")
            .orElseThrow(() -> new CorpusException("the running Java has no compiler: use a JDK"));
    StringWriter output = new StringWriter();
    PrintWriter printer = new PrintWriter(output);
    int code = javac.run(printer, printer, arguments.toArray(String[]::new));
    return complaint(code, output.toString());
  }

  private String asProcess(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("javac").toString());
    command.addAll(arguments);
    try {
      Process javac = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(javac.getInputStream().readAllBytes());
      return complaint(javac.waitFor(), output);
    } catch (IOException e) {
      throw new CorpusException("cannot run " + command.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CorpusException("interrupted while compiling", e);
    }
  }

  private static String complaint(int code, String output) {
    return code == 0 ? output : output + "javac ended with " + code;
  }
}
