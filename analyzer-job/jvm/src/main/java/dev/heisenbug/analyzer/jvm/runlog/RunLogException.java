package dev.heisenbug.analyzer.jvm.runlog;

/** The files of a run are missing or damaged; the message is one sentence for people. */
public final class RunLogException extends RuntimeException {
  public RunLogException(String message) {
    super(message);
  }

  public RunLogException(String message, Throwable cause) {
    super(message, cause);
  }
}
