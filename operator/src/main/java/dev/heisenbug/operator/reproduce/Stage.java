package dev.heisenbug.operator.reproduce;

import java.util.Locale;

/** The two Jobs of a reproduction. */
public enum Stage {
  ANALYZE,
  REPLAY;

  /** As labels, object names and files have it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Stage of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
