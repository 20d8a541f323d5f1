package dev.heisenbug.formats.trace;

import java.util.ArrayList;
import java.util.List;

/** The tokens of one line of a {@code .hbt} file, read from left to right. */
final class HbtLine {
  private final int number;
  private final List<String> tokens = new ArrayList<>();
  private int next;

  HbtLine(String text, int number) {
    this.number = number;
    split(text);
  }

  private void split(String text) {
    int i = 0;
    while (i < text.length()) {
      char ch = text.charAt(i);
      if (ch <= ' ') {
        i++;
      } else if (ch == '#') {
        return;
      } else if ("()[]".indexOf(ch) >= 0) {
        tokens.add(String.valueOf(ch));
        i++;
      } else if (ch == '"' || (ch == '@' && i + 1 < text.length() && text.charAt(i + 1) == '"')) {
        i = quoted(text, i);
      } else {
        int start = i;
        while (i < text.length() && text.charAt(i) > ' ' && "()[]".indexOf(text.charAt(i)) < 0) {
          i++;
        }
        tokens.add(text.substring(start, i));
      }
    }
  }

  private int quoted(String text, int start) {
    StringBuilder value = new StringBuilder();
    int i = start;
    if (text.charAt(i) == '@') {
      value.append('@');
      i++;
    }
    for (i++; i < text.length(); i++) {
      char ch = text.charAt(i);
      if (ch == '"') {
        tokens.add(value.toString());
        return i + 1;
      }
      if (ch == '\\' && i + 1 < text.length()) {
        i++;
        value.append(text.charAt(i) == 'n' ? '\n' : text.charAt(i));
      } else {
        value.append(ch);
      }
    }
    throw fault("a quoted name has no end");
  }

  boolean isEmpty() {
    return tokens.isEmpty();
  }

  boolean hasNext() {
    return next < tokens.size();
  }

  String peek() {
    return hasNext() ? tokens.get(next) : "";
  }

  String next(String what) {
    if (!hasNext()) {
      throw fault("the line ends where " + what + " should be");
    }
    return tokens.get(next++);
  }

  boolean skip(String token) {
    boolean found = hasNext() && tokens.get(next).equals(token);
    if (found) {
      next++;
    }
    return found;
  }

  void expect(String token) {
    if (!skip(token)) {
      String found = hasNext() ? "'" + peek() + "'" : "the end of the line";
      throw fault("expected '" + token + "' but found " + found);
    }
  }

  long integer(String what) {
    return integer(next(what), what);
  }

  long integer(String text, String what) {
    try {
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text, 2, text.length(), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw fault("'" + text + "' is no number for " + what);
    }
  }

  void end() {
    if (hasNext()) {
      throw fault("'" + peek() + "' is not expected here");
    }
  }

  TraceException fault(String message) {
    return new TraceException(message, number);
  }
}
