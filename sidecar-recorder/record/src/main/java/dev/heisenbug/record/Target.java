package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.UserOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Puts the agent into the user's command. */
final class Target {
  private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

  private final List<String> command;
  private final boolean launcher;

  Target(List<String> command) {
    this.command = List.copyOf(command);
    String program = command.get(0).substring(command.get(0).lastIndexOf('/') + 1);
    this.launcher = program.equals("java") || program.equals("java.exe");
  }

  /** Whether the command is a Java launcher, which records one JVM. */
  boolean launcher() {
    return launcher;
  }

  /** The agent's folder: a command that is no launcher may start any number of JVMs. */
  String folderFor(Path run) {
    return launcher ? run.toString() : run.resolve("jvm-%p").toString();
  }

  Process start(Path agent, String options, Streams streams) throws IOException {
    String argument = "-javaagent:" + agent + "=" + options;
    List<String> argv = new ArrayList<>(command);
    ProcessBuilder builder = new ProcessBuilder(argv);
    UserOptions.restore(builder.environment());
    if (launcher) {
      argv.add(1, argument);
    } else {
      String before = builder.environment().get(TOOL_OPTIONS);
      String quoted = quoted(argument);
      builder
          .environment()
          .put(TOOL_OPTIONS, before == null || before.isBlank() ? quoted : before + " " + quoted);
    }
    return streams.start(builder);
  }

  /** Says why the command does not run, without the words of the system call. */
  String cannotStart(IOException e) {
    String program = command.get(0);
    String why = String.valueOf(e.getMessage());
    if (why.contains("error=2,") || why.contains("error: 2 ")) {
      why = program.contains("/") ? "there is no such file" : "it is not on the PATH";
    } else if (why.contains("error=13,") || why.contains("error: 13 ")) {
      why = "it is not an executable file";
    }
    return "the command '%s' cannot be started: %s.".formatted(program, why);
  }

  /** An option as the JVM takes it from its variable: spaces only between quotes of one kind. */
  static String quoted(String option) {
    if (option.contains("\"")) {
      return "'" + option + "'";
    }
    return option.matches(".*[\\s'].*") ? '"' + option + '"' : option;
  }
}
