package dev.heisenbug.control.rt;

/**
 * The time that the program reads where the recording has none left: it goes on from the latest
 * time that was fed back, by the time limits that the scheduler let expire and a little for every
 * question, so that it is the same in every run of a plan and loops that wait for a moment end.
 *
 * <p>Used by the thread that holds the baton.
 */
final class VirtualClock {
  /** What a question costs, in nanoseconds. */
  private static final long QUESTION = 1_000;

  private static final long UNKNOWN = Long.MIN_VALUE;

  /** The library's clock is one of its own: recorded times do not make it jump. */
  private static final long LIBRARY_NANOS = System.nanoTime();

  private static final long LIBRARY_MILLIS = System.currentTimeMillis();
  private static long asked;
  private static long nanosAtStart = UNKNOWN;
  private static long millisAtStart = UNKNOWN;

  private VirtualClock() {}

  private static long elapsed() {
    return Ctl.SCHED.now + asked * QUESTION;
  }

  /** A recorded {@code nanoTime} was fed back. */
  static void fedNanos(long value) {
    nanosAtStart = Math.max(nanosAtStart, value - elapsed());
  }

  /** A recorded {@code currentTimeMillis} was fed back. */
  static void fedMillis(long value) {
    millisAtStart = Math.max(millisAtStart, value - elapsed() / 1_000_000);
  }

  static long libraryNanos() {
    asked++;
    return LIBRARY_NANOS + elapsed();
  }

  static long libraryMillis() {
    asked++;
    return LIBRARY_MILLIS + elapsed() / 1_000_000;
  }

  static long nanos(long actual) {
    asked++;
    if (nanosAtStart == UNKNOWN) {
      nanosAtStart = actual;
    }
    return nanosAtStart + elapsed();
  }

  static long millis(long actual) {
    asked++;
    if (millisAtStart == UNKNOWN) {
      millisAtStart = actual;
    }
    return millisAtStart + elapsed() / 1_000_000;
  }
}
