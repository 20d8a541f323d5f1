package dev.heisenbug.cli;

/** One line of progress on a terminal, nothing elsewhere. */
final class Terminal {
  private final boolean on;
  private int width;

  Terminal(boolean json) {
    on = !json && System.console() != null && System.console().isTerminal();
  }

  void progress(String text) {
    if (on) {
      System.err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
      System.err.flush();
      width = text.length();
    }
  }

  void clear() {
    if (on && width > 0) {
      System.err.print("\r" + " ".repeat(width) + "\r");
      width = 0;
    }
  }
}
