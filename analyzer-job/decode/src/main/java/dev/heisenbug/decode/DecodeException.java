package dev.heisenbug.decode;

/**
 * The one exception the decoder throws on purpose: an input file cannot be used at all, and the
 * message says why in one sentence.
 */
public final class DecodeException extends RuntimeException {
  /** What is wrong with the input, for callers that act on it. */
  public enum Reason {
    NOT_FOUND,
    UNREADABLE,
    MALFORMED,
    UNSUPPORTED,
    USAGE
  }

  private final Reason reason;

  public DecodeException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public DecodeException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** A file whose content contradicts its format. */
  public static DecodeException malformed(String message) {
    return new DecodeException(Reason.MALFORMED, message);
  }
}
