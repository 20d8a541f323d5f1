package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Decides which classes are the application's and so are woven. */
public final class ClassFilter {
  private static final String[] NEVER = {
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "dev.heisenbug.agent.",
    "dev.heisenbug.control.",
    "dev.heisenbug.weave."
  };

  private final List<Pattern> include;
  private final List<Pattern> exclude;

  private ClassFilter(List<Pattern> include, List<Pattern> exclude) {
    this.include = include;
    this.exclude = exclude;
  }

  /** Everything but the JDK and this system. */
  public static ClassFilter standard() {
    return of(List.of(), List.of());
  }

  /**
   * Patterns are class names with {@code *} for any characters. Without include patterns every
   * application class is included; {@code javax.} and {@code com.sun.} classes are woven when an
   * include pattern names them and an application loader brings them.
   */
  public static ClassFilter of(List<String> include, List<String> exclude) {
    return new ClassFilter(compile(include), compile(exclude));
  }

  /**
   * @param name internal or binary class name
   * @param loader the defining loader, null for the boot loader
   */
  public boolean accepts(String name, ClassLoader loader) {
    return loader != null && loader != ClassLoader.getPlatformClassLoader() && accepts(name);
  }

  /** As {@link #accepts(String, ClassLoader)} for a class of an application loader. */
  public boolean accepts(String name) {
    String dotted = name.replace('/', '.');
    if (matches(exclude, dotted)) {
      return false;
    }
    for (String prefix : NEVER) {
      if (dotted.startsWith(prefix)) {
        boolean ours = prefix.startsWith("dev.") || prefix.equals("java.");
        return !ours && !include.isEmpty() && matches(include, dotted);
      }
    }
    return include.isEmpty() || matches(include, dotted);
  }

  private static boolean matches(List<Pattern> patterns, String name) {
    for (Pattern pattern : patterns) {
      if (pattern.matcher(name).matches()) {
        return true;
      }
    }
    return false;
  }

  private static List<Pattern> compile(List<String> globs) {
    List<Pattern> patterns = new ArrayList<>();
    for (String glob : globs) {
      StringBuilder regex = new StringBuilder();
      for (String part : glob.split("\\*", -1)) {
        regex.append(regex.length() == 0 ? "" : ".*").append(Pattern.quote(part));
      }
      patterns.add(Pattern.compile(regex.toString()));
    }
    return patterns;
  }
}
