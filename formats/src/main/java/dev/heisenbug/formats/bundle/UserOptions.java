package dev.heisenbug.formats.bundle;

import java.util.List;
import java.util.Map;

/**
 * Options for JVMs that the user has set in variables. They are for the program: the agents and
 * ports that they name are not for our own JVM, so {@code ./heisenbug} puts them aside.
 */
public final class UserOptions {
  /** The variables, in the order in which a JVM reads them. */
  public static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final String ASIDE = "HEISENBUG_ASIDE_";

  private UserOptions() {}

  /** Puts back what was put aside; returns the same map. */
  public static Map<String, String> restore(Map<String, String> environment) {
    for (String name : VARIABLES) {
      String value = environment.remove(ASIDE + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
    return environment;
  }
}
