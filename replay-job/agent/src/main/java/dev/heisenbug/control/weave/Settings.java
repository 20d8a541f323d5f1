package dev.heisenbug.control.weave;

import dev.heisenbug.weave.ClassFilter;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

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

  /** Whether stores may be delayed. */
  boolean weak() {
    return !values.getOrDefault("model", "sc").equals("sc");
  }

  boolean compares() {
    return Boolean.parseBoolean(values.getOrDefault("compare", "false"));
  }

  /** The same choice of classes as in the recording. */
  ClassFilter filter() {
    return ClassFilter.of(list("include"), list("exclude"));
  }

  /** Woven classes of earlier runs in the same mode, if the launcher names a place for them. */
  WovenCache cache() {
    String mode = (trace() ? "t" : "") + (compares() ? "c" : "") + (weak() ? "w" : "") + "n";
    return WovenCache.open(values.get("cache"), values.getOrDefault("program", "any"), mode);
  }

  private List<String> list(String key) {
    String value = values.getOrDefault(key, "");
    return value.isEmpty() ? List.of() : List.of(value.split(","));
  }
}
