package dev.heisenbug.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.heisenbug.formats.bundle.Launch;
import dev.heisenbug.formats.bundle.UserOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The recorded command as a controlled run starts it: with options of ours, and without those of
 * the user's that a JVM takes once only (a garbage collector, a debugger) or that two runs side by
 * side cannot both have (the port of a debugger or of remote management).
 */
final class RecordedCommand {
  private static final String IN_THE_WAY =
      "-XX:[+-]Use(?:Serial|Parallel|ParallelOld|G1|Z|Shenandoah|Epsilon|ConcMarkSweep)GC"
          + "|-agentlib:jdwp[^\\s\"']*|-agentpath:[^\\s\"']*jdwp[^\\s\"']*|-Xrunjdwp[^\\s\"']*"
          + "|-Dcom\\.sun\\.management\\.[^\\s\"']*";
  private static final Pattern OPTION = Pattern.compile(IN_THE_WAY);
  private static final Pattern IN_TEXT =
      Pattern.compile("(?<![^\\s])([\"']?)(?:" + IN_THE_WAY + ")\\1(?![^\\s])");

  /** Options of the launcher whose value is an argument of its own. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-reads",
          "--add-exports",
          "--add-opens",
          "--limit-modules",
          "--patch-module",
          "--enable-native-access",
          "--source");

  private static final String VM_OPTIONS = "-XX:VMOptionsFile=";
  private static final String TOOL_OPTIONS = UserOptions.VARIABLES.get(0);

  private final Launch launch;
  private final Path dir;

  /**
   * @param dir folder of the run, for copies of files with options
   */
  RecordedCommand(Launch launch, Path dir) throws IOException {
    if (launch.argv().isEmpty()) {
      throw new IOException("the bundle does not say how the program was started.");
    }
    this.launch = launch;
    this.dir = dir;
  }

  /** A process that is still to be started, with these options of ours. */
  ProcessBuilder builder(List<String> options) throws IOException {
    ProcessBuilder b = new ProcessBuilder();
    if (launch.cwd() != null && Files.isDirectory(Path.of(launch.cwd()))) {
      b.directory(Path.of(launch.cwd()).toFile());
    }
    Map<String, String> env = UserOptions.restore(b.environment());
    env.putAll(launch.env());
    Map<String, String> cleared = new HashMap<>();
    UserOptions.VARIABLES.stream()
        .filter(env::containsKey)
        .forEach(name -> cleared.put(name, without(env.get(name))));
    env.putAll(cleared);
    if (!isJava()) {
      env.merge(TOOL_OPTIONS, quoted(options), (mine, ours) -> mine + " " + ours);
      return b.command(launch.argv());
    }
    List<String> argv = new ArrayList<>(List.of(java()));
    argv.addAll(options);
    argv.addAll(arguments());
    return b.command(argv);
  }

  private boolean isJava() {
    return Path.of(launch.argv().get(0)).getFileName().toString().equals("java");
  }

  /** The recorded JVM, as long as it is there. */
  private String java() {
    Path java = launch.javaHome() == null ? null : Path.of(launch.javaHome(), "bin", "java");
    return java != null && Files.isExecutable(java) ? java.toString() : launch.argv().get(0);
  }

  /** What follows behind {@code java}; from the main class on nothing is changed. */
  private List<String> arguments() throws IOException {
    List<String> argv = launch.argv();
    List<String> kept = new ArrayList<>();
    int at = 1;
    while (at < argv.size() && ofJvm(argv.get(at))) {
      String option = argv.get(at++);
      if (WITH_VALUE.contains(option) && at < argv.size()) {
        kept.add(option);
        kept.add(argv.get(at++));
      } else if (option.startsWith("@")) {
        kept.add(fileOfOptions("@", option));
      } else if (option.startsWith(VM_OPTIONS)) {
        kept.add(fileOfOptions(VM_OPTIONS, option));
      } else if (!OPTION.matcher(option).matches()) {
        kept.add(option);
      }
    }
    kept.addAll(argv.subList(at, argv.size()));
    return kept;
  }

  private static boolean ofJvm(String argument) {
    return argument.startsWith("@")
        || argument.startsWith("-") && !Set.of("-jar", "-m", "--module").contains(argument);
  }

  /** A file of options, or a copy of it without what is in the way. */
  private String fileOfOptions(String prefix, String option) throws IOException {
    Path cwd = Path.of(launch.cwd() == null ? "" : launch.cwd());
    Path file = cwd.resolve(option.substring(prefix.length()));
    if (!Files.isReadable(file)) {
      return option;
    }
    String text = Files.readString(file, ISO_8859_1);
    String rest = without(text);
    return rest.equals(text)
        ? option
        : prefix + Files.writeString(dir.resolve(file.getFileName()), rest, ISO_8859_1);
  }

  static String without(String options) {
    return IN_TEXT.matcher(options).replaceAll("");
  }

  /** The options as the JVM splits them: at spaces, unless they are between quotes of one kind. */
  private static String quoted(List<String> options) {
    return options.stream()
        .map(o -> o.contains("\"") ? "'" + o + "'" : o.matches(".*[\\s'].*") ? '"' + o + '"' : o)
        .collect(Collectors.joining(" "));
  }
}
