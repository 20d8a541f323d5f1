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

  /** When this run began, by the JVM's clocks. */
  private static final long REAL_NANOS = System.nanoTime();

  private static final long REAL_MILLIS = System.currentTimeMillis();

  /**
   * When the recorded run began, or this one if there is none. The library's clock is one of its
   * own: recorded times do not make it jump.
   */
  private static long libraryNanos = REAL_NANOS;

  private static long libraryMillis = REAL_MILLIS;
  private static long asked;
  private static long nanosAtStart = UNKNOWN;
  private static long millisAtStart = UNKNOWN;

  private VirtualClock() {}

  /** Time begins when the recorded run began. */
  static void begin(long nanos, long millis) {
    libraryNanos = nanos;
    libraryMillis = millis;
  }

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
    return libraryNanos + elapsed();
  }

  static long libraryMillis() {
    asked++;
    return libraryMillis + elapsed() / 1_000_000;
  }

  /** The library's clock for threads that are not controlled: goes on by itself, too. */
  static long outsideNanos() {
    return System.nanoTime() - REAL_NANOS + libraryNanos + Ctl.SCHED.now;
  }

  static long outsideMillis() {
    long passed = System.currentTimeMillis() - REAL_MILLIS;
    return passed + libraryMillis + Ctl.SCHED.now / 1_000_000;
  }

  static long nanos() {
    asked++;
    if (nanosAtStart == UNKNOWN) {
      nanosAtStart = libraryNanos;
    }
    return nanosAtStart + elapsed();
  }

  static long millis() {
    asked++;
    if (millisAtStart == UNKNOWN) {
      millisAtStart = libraryMillis;
    }
    return millisAtStart + elapsed() / 1_000_000;
  }
}
