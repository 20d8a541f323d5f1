package dev.heisenbug.solve.order;

/** Why one event must come before another. */
public enum Why {
  FORK("the fork comes before the start"),
  JOIN("the exit comes before the join"),
  DATA("the value is read before it is used"),
  VERSION("recorded order of the object"),
  SECTION("recorded lock order: the release comes before the next acquisition"),
  CORE("recorded order of the core");

  private final String text;

  Why(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
