package dev.heisenbug.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The {@code // name: value} lines at the top of a program, so that sources carry their answer. */
record Tags(Kind kind, int minJdk, Model model, List<String> failures) {
  private static final Pattern LINE = Pattern.compile("// ([a-z]+): *(.*?) *");
  private static final Set<String> NAMES = Set.of("kind", "jdk", "model");

  static Tags read(Path source) {
    Map<String, String> values = new HashMap<>();
    List<String> failures = new ArrayList<>();
    for (String line : lines(source)) {
      var matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        break;
      }
      String name = matcher.group(1);
      if (name.equals("failure")) {
        failures.add(matcher.group(2));
      } else if (!NAMES.contains(name) || values.put(name, matcher.group(2)) != null) {
        throw new CorpusException(source + ": tag '" + name + "' is unknown or given twice");
      }
    }
    return new Tags(
        constant(Kind.class, source, "kind", values),
        number(source, values),
        constant(Model.class, source, "model", values),
        List.copyOf(failures));
  }

  private static List<String> lines(Path source) {
    try {
      return Files.readAllLines(source);
    } catch (IOException e) {
      throw new CorpusException("cannot read " + source, e);
    }
  }

  private static int number(Path source, Map<String, String> values) {
    try {
      return Integer.parseInt(required(source, "jdk", values));
    } catch (NumberFormatException e) {
      throw new CorpusException(source + ": tag 'jdk' is no number", e);
    }
  }

  private static <E extends Enum<E>> E constant(
      Class<E> type, Path source, String name, Map<String, String> values) {
    String value = required(source, name, values);
    try {
      return Enum.valueOf(type, value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new CorpusException(source + ": tag '" + name + "' cannot be '" + value + "'", e);
    }
  }

  private static String required(Path source, String name, Map<String, String> values) {
    String value = values.get(name);
    if (value == null) {
      throw new CorpusException(source + ": tag '" + name + "' is missing");
    }
    return value;
  }
}
