package dev.heisenbug.corpus;

/** How the failure of a program shows from outside. */
public enum Kind {
  /** An uncaught exception other than an assertion error. */
  EXCEPTION,
  /** An uncaught {@link AssertionError}. */
  ASSERTION,
  /** A cycle of locks that {@code ThreadMXBean} reports. */
  DEADLOCK,
  /** Threads wait for ever without such a cycle. */
  HANG,
  /** The process ends with the exit code that the tags name. */
  EXIT,
  /** The program is correct. */
  NONE;

  /** Whether the process does not end by itself once it has failed. */
  public boolean neverEnds() {
    return this == DEADLOCK || this == HANG;
  }
}
