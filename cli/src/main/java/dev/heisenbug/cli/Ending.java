package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Says in one sentence what becomes of a command that Ctrl-C ends, and lets nobody say more. */
final class Ending implements AutoCloseable {
  private static final int INTERRUPTED = 130;
  private static volatile boolean now;
  private final String sentence;
  private final boolean json;
  private final Thread hook = new Thread(this::say, "heisenbug-ending");

  Ending(String sentence, boolean json) {
    this.sentence = sentence;
    this.json = json;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      now = true;
    }
  }

  /** Whether we are being ended: what goes wrong then is no error. */
  static boolean now() {
    return now;
  }

  private void say() {
    now = true;
    String text = "Interrupted: " + sentence;
    System.err.println((System.console() != null ? System.lineSeparator() : "") + text);
    if (json) {
      System.out.println(
          new ObjectMapper()
              .createObjectNode()
              .put("error", text)
              .put("exitCode", INTERRUPTED)
              .toPrettyString());
    }
  }

  /** From here on there is something else to say. */
  void over() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It speaks already.
    }
  }

  @Override
  public void close() {
    over();
  }
}
