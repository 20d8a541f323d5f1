package dev.heisenbug.formats.bundle;

import java.util.List;
import java.util.Map;

/**
 * How to start the program again.
 *
 * @param argv the user's command, without the recorder's own options
 * @param env allow-listed variables only
 */
public record Launch(
    List<String> argv,
    String cwd,
    Map<String, String> env,
    String javaHome,
    String javaVersion,
    String vmVersion,
    String classPath) {
  public Launch {
    argv = argv == null ? List.of() : List.copyOf(argv);
    env = env == null ? Map.of() : Map.copyOf(env);
  }
}
