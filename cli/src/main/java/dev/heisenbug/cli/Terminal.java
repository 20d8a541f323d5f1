package dev.heisenbug.cli;

/** One line of progress on a terminal, nothing elsewhere. */
final class Terminal {
  /** A line that is wrapped cannot be taken back. */
  private static final int COLUMNS = 79;

  private final boolean on;
  private int width;

  Terminal(boolean json) {
    on = !json && System.console() != null && System.console().isTerminal();
  }

  void progress(String whole) {
    if (on) {
      String text = whole.length() > COLUMNS ? whole.substring(0, COLUMNS - 1) + "…" : whole;
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
