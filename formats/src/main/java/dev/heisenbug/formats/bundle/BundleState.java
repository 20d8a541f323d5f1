package dev.heisenbug.formats.bundle;

/** What a reader finds where a bundle should be. */
public enum BundleState {
  /** The program is still being recorded. */
  RUNNING,
  /** The program or the machine died without closing the recording. */
  CRASHED_WHILE_WRITING,
  /** Complete up to the point where the size cap or the disk stopped it. */
  TRUNCATED,
  /** Bytes are missing or changed. */
  CORRUPT,
  /** Written by a later version of this software. */
  NEWER_VERSION,
  /** Something else than a bundle. */
  FOREIGN,
  /** Nothing is there, or nothing was recorded. */
  EMPTY,
  /** Complete and sealed. */
  READY;

  /** Whether a bundle in this state can be analysed. */
  public boolean usable() {
    return this == READY || this == TRUNCATED || this == CRASHED_WHILE_WRITING;
  }
}
