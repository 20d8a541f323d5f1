package dev.heisenbug.record;

/** How a recorded process ended. */
record Outcome(int exitCode, End end, long seconds) {
  /** Who ended it, and why. */
  enum End {
    ITSELF,
    /** We did: it was stuck, or its exit did not come to an end. */
    STUCK,
    /** We did: it gets nowhere, as far as one run tells. */
    SUSPECT,
    /** We did: it took too long. */
    LATE
  }

  /** Whether the run was cut short and nobody knows what would have become of it. */
  boolean unended() {
    return end == End.SUSPECT || end == End.LATE;
  }
}
