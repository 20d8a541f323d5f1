package dev.heisenbug.crds;

/** Where a reproduction stands. */
public enum Phase {
  Sealed,
  Analyzing,
  Replaying,
  Finished
}
