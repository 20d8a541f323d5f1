package dev.heisenbug.sidecar;

import java.time.Instant;

/** One line per event on stdout, with the time in front. */
final class Log {
  private Log() {}

  static void say(String text, Object... values) {
    System.out.println(Instant.now() + " " + text.formatted(values));
  }
}
