package dev.heisenbug.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options for JVMs that the program has from a ConfigMap or Secret as a whole and that our own
 * variable would hide: they are put into a file that our variable names.
 */
final class UserOptions {
  private static final String SOURCES = "HEISENBUG_OPTIONS_0";

  private UserOptions() {}

  /** Writes the file if the operator asked for it, empty where there are no such options. */
  static void install(Map<String, String> variables) throws IOException {
    String file = variables.get("HEISENBUG_OPTIONS_FILE");
    if (file == null) {
      return;
    }
    String value = "";
    for (Map.Entry<String, String> source : new TreeMap<>(variables).entrySet()) {
      if (source.getKey().startsWith(SOURCES)) {
        value = source.getValue();
      }
    }
    boolean launcher = "JDK_JAVA_OPTIONS".equals(variables.get("HEISENBUG_OPTIONS_VARIABLE"));
    write(Path.of(file), launcher ? argumentFile(value) : value);
    write(Path.of(file + ".raw"), value);
  }

  private static void write(Path file, String content) throws IOException {
    Files.writeString(file, content);
    file.toFile().setReadable(true, false);
  }

  /** The options as the launcher reads them from a file, where a backslash means something. */
  static String argumentFile(String value) {
    StringBuilder text = new StringBuilder();
    for (String option : split(value)) {
      text.append('"');
      for (char c : option.toCharArray()) {
        switch (c) {
          case '"', '\\' -> text.append('\\').append(c);
          case '\n' -> text.append("\\n");
          case '\r' -> text.append("\\r");
          case '\t' -> text.append("\\t");
          default -> text.append(c);
        }
      }
      text.append("\"\n");
    }
    return text.toString();
  }

  /** As the launcher takes the variable apart: at white space, but for what is in quotes. */
  private static List<String> split(String value) {
    List<String> options = new ArrayList<>();
    StringBuilder option = null;
    char quote = 0;
    for (char c : value.toCharArray()) {
      boolean space = quote == 0 && Character.isWhitespace(c);
      if (space && option != null) {
        options.add(option.toString());
        option = null;
      }
      if (space) {
        continue;
      }
      option = option == null ? new StringBuilder() : option;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else {
        option.append(c);
      }
    }
    if (option != null) {
      options.add(option.toString());
    }
    return options;
  }
}
