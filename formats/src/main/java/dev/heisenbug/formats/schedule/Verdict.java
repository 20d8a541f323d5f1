package dev.heisenbug.formats.schedule;

/** What a replay proved; three-valued, never folded into a boolean. */
public sealed interface Verdict {
  /**
   * The same failure came back {@code times} out of {@code runs}.
   *
   * @param missed how the first run ended in which it did not; null if it came back every time
   */
  record Reproduced(int times, int runs, String missed) implements Verdict {
    public Reproduced(int times, int runs) {
      this(times, runs, null);
    }
  }

  /** It did not, and this is why. */
  record NotReproduced(String reason) implements Verdict {}

  /** Nothing was proved either way: out of budget, or not supported. */
  record Unknown(String reason) implements Verdict {}

  /** The exit code of the command line: 0 reproduced every time, 2 not, 3 unknown. */
  default int exitCode() {
    return switch (this) {
      case Reproduced r -> r.times() == r.runs() ? 0 : 2;
      case NotReproduced n -> 2;
      case Unknown u -> 3;
    };
  }

  /** One line for people. */
  default String text() {
    return switch (this) {
      case Reproduced r ->
          "Reproduced "
              + r.times()
              + "/"
              + r.runs()
              + (r.missed() == null ? "" : ": " + r.missed());
      case NotReproduced n -> "NotReproduced: " + n.reason();
      case Unknown u -> "Unknown: " + u.reason();
    };
  }
}
