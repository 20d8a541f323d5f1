package dev.heisenbug.agent.rt;

import java.util.List;

/** The exception types that count as failures even when the program catches them. */
public final class FailOn {
  private static volatile String[] types = {};
  private static final ThreadLocal<Throwable> LAST = new ThreadLocal<>();

  private FailOn() {}

  public static void configure(List<String> names) {
    types = names.toArray(new String[0]);
  }

  /** Whether this exception counts; each is reported once although several handlers may see it. */
  static boolean matches(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      for (String name : types) {
        if (type.getName().equals(name) || type.getSimpleName().equals(name)) {
          boolean fresh = LAST.get() != thrown;
          LAST.set(thrown);
          return fresh;
        }
      }
    }
    return false;
  }
}
