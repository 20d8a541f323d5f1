package dev.heisenbug.sidecar;

import java.nio.file.Path;

/** What is known about one process's recording. */
final class Recording {
  private static final int TRIES = 20;
  private static final long FIRST_PAUSE = 200_000_000;
  private static final long LONGEST_PAUSE = 8_000_000_000L;

  private final Path folder;
  private long failedAt;
  private boolean sealed;
  private long askAt;
  private long pause = FIRST_PAUSE;
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

  /**
   * Whether to ask the cluster again how the process ended: at first often, because it mostly knows
   * soon, then less and less, because a child of the program is none of its business.
   */
  boolean mayAsk() {
    long now = System.nanoTime();
    if (askAt != 0 && now - askAt < 0) {
      return false;
    }
    askAt = now + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    return true;
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
