package dev.heisenbug.cli;

/** Refuses numbers that make no sense, in the same words everywhere. */
final class Limits {
  private static final int LAST_PORT = 65_535;

  private Limits() {}

  static void atLeast(String option, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s is %d or more, not %d.".formatted(option, least, value));
    }
  }

  static void port(String option, int value) {
    if (value < 1 || value > LAST_PORT) {
      throw new IllegalArgumentException(
          "%s is a port from 1 to %d, not %d.".formatted(option, LAST_PORT, value));
    }
  }
}
