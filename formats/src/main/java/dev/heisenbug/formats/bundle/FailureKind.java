package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How a recorded program failed. */
public enum FailureKind {
  EXCEPTION,
  ASSERTION,
  SIGNAL,
  DEADLOCK,
  HANG,
  EXIT;

  @JsonValue
  String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  @JsonCreator
  static FailureKind of(String text) {
    return valueOf(text.toUpperCase(java.util.Locale.ROOT));
  }
}
