package dev.heisenbug.sidecar;

import java.nio.file.Path;

/** What is known about one process's recording. */
final class Recording {
  private static final int TRIES = 20;

  private final Path folder;
  private long failedAt;
  private boolean sealed;
  private int faults;

  Recording(Path folder) {
    this.folder = folder;
  }

  Path folder() {
    return folder;
  }

  /** Whether the failure was first seen so many seconds ago. */
  boolean settled(int seconds) {
    if (failedAt == 0) {
      failedAt = System.nanoTime();
    }
    return System.nanoTime() - failedAt >= seconds * 1_000_000_000L;
  }

  boolean sealed() {
    return sealed;
  }

  void markSealed() {
    sealed = true;
  }

  /** Counts a fault; true after so many that trying on makes no sense. */
  boolean giveUp() {
    return ++faults >= TRIES;
  }
}
