package dev.heisenbug.decode.cli;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;

/** Numbers as people type them: decimal, or hex with 0x or with a hex letter in it. */
final class Numbers {
  private Numbers() {}

  static long parse(String text, String option) {
    String s = text.strip();
    try {
      if (s.startsWith("0x") || s.startsWith("0X")) {
        return Long.parseUnsignedLong(s.substring(2), 16);
      }
      return s.matches(".*[a-fA-F].*")
          ? Long.parseUnsignedLong(s, 16)
          : Long.parseUnsignedLong(s, 10);
    } catch (NumberFormatException e) {
      throw new DecodeException(
          Reason.USAGE, "\"" + text + "\" in " + option + " is not a number.", e);
    }
  }
}
