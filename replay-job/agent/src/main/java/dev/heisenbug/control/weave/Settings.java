package dev.heisenbug.control.weave;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Predicate;

/** The settings file of one run, written by whoever launches it. */
final class Settings {
  private final Map<String, String> values = new HashMap<>();

  static Settings read(String file) throws IOException {
    Settings s = new Settings();
    Properties p = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(file))) {
      p.load(in);
    }
    for (String key : p.stringPropertyNames()) {
      s.values.put(key, p.getProperty(key));
    }
    return s;
  }

  Map<String, String> asMap() {
    return values;
  }

  boolean trace() {
    return Boolean.parseBoolean(values.getOrDefault("trace", "false"));
  }

  /** Which class names (internal form) the user asked to leave out. */
  Predicate<String> application() {
    String excluded = values.getOrDefault("exclude", "");
    String[] prefixes = excluded.isEmpty() ? new String[0] : excluded.replace('.', '/').split(",");
    return name -> !Levels.startsWithAny(name, prefixes);
  }
}
