package dev.heisenbug.formats.trace;

/** A trace that is malformed or contradicts itself; the message is one sentence for people. */
public final class TraceException extends RuntimeException {
  private final int line;
  private final int event;

  public TraceException(String message, int line) {
    this(message, line, -1);
  }

  TraceException(String message, int line, int event) {
    super(line > 0 ? "line " + line + ": " + message : message);
    this.line = line;
    this.event = event;
  }

  /** Line of the {@code .hbt} file, or 0. */
  public int line() {
    return line;
  }

  /** Event the fault is about, or -1. */
  public int event() {
    return event;
  }
}
