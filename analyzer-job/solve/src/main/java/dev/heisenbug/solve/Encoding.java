package dev.heisenbug.solve;

import java.util.Locale;

/** How a problem is solved: by the search engine, or whole by an SMT solver as a baseline. */
public enum Encoding {
  /** Saturate, execute forward, repair locally, SMT windows for what is left. */
  DEFAULT,
  /** The formula of CLAP section 3, whole. */
  CLAP,
  /** CLAP with H3's core-based read-write constraints (H3 section 3.4), whole. */
  H3;

  /** As it is written on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Encoding parse(String text) {
    for (Encoding encoding : values()) {
      if (encoding.text().equals(text)) {
        return encoding;
      }
    }
    throw new IllegalArgumentException(
        "unknown encoding '" + text + "'; choose one of default, clap, h3");
  }
}
