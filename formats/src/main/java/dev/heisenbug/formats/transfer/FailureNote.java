package dev.heisenbug.formats.transfer;

import dev.heisenbug.formats.bundle.Failure;
import java.util.Locale;

/** A failure in few words, for an object that people list. */
public record FailureNote(
    String kind, String type, String signature, String message, String thread) {
  private static final int LONGEST = 300;

  /** The note about a bundle's failure. */
  public static FailureNote of(Failure failure) {
    String kind = failure.kind().name().toLowerCase(Locale.ROOT);
    return new FailureNote(
        kind,
        failure.type() == null ? kind : failure.type(),
        shorten(failure.signature(), 1000),
        shorten(failure.message(), LONGEST),
        failure.threadName());
  }

  private static String shorten(String text, int length) {
    return text == null || text.length() <= length ? text : text.substring(0, length);
  }
}
