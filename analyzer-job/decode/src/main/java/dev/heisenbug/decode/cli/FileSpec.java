package dev.heisenbug.decode.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * An argument of the form FILE[:A[:B…]].
 *
 * @param fields what follows the file, at most as many as the option takes
 */
record FileSpec(Path file, List<String> fields) {
  /** Splits off up to {@code max} fields; a colon in an existing file's name stays part of it. */
  static FileSpec parse(String text, int max) {
    List<String> fields = new ArrayList<>();
    String rest = text;
    while (fields.size() < max && rest.indexOf(':') >= 0 && !Files.exists(Path.of(rest))) {
      int colon = rest.lastIndexOf(':');
      fields.add(rest.substring(colon + 1));
      rest = rest.substring(0, colon);
    }
    Collections.reverse(fields);
    return new FileSpec(Path.of(rest), fields);
  }
}
