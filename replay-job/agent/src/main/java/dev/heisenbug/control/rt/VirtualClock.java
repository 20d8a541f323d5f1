package dev.heisenbug.control.rt;

import java.time.Instant;

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

  /** The latest times that any thread was given. */
  private static long latestNanos = UNKNOWN;

  private static long latestMillis = UNKNOWN;
  private static Instant latestInstant = Instant.MIN;
  private static boolean steady;
  private static boolean wentBack;
  private static long nanosAtStart = UNKNOWN;
  private static long millisAtStart = UNKNOWN;

  private VirtualClock() {}

  /** Time begins when the recorded run began. */
  static void begin(long nanos, long millis) {
    libraryNanos = nanos;
    libraryMillis = millis;
  }

  /** From now on no thread is given an earlier time than another thread was. */
  static void beSteady() {
    steady = true;
  }

  /** Whether a recorded time was earlier than one that a thread had been given before. */
  static boolean wentBack() {
    return wentBack;
  }

  private static long elapsed() {
    return Ctl.SCHED.now + asked * QUESTION;
  }

  /** A recorded {@code nanoTime} is fed back: what the thread is given for it. */
  static long fedNanos(long recorded) {
    long value = given(recorded, latestNanos);
    latestNanos = Math.max(latestNanos, value);
    nanosAtStart = Math.max(nanosAtStart, value - elapsed());
    return value;
  }

  /** A recorded {@code currentTimeMillis} is fed back: what the thread is given for it. */
  static long fedMillis(long recorded) {
    long value = given(recorded, latestMillis);
    latestMillis = Math.max(latestMillis, value);
    millisAtStart = Math.max(millisAtStart, value - elapsed() / 1_000_000);
    return value;
  }

  /** A recorded {@code Instant.now} is fed back: what the thread is given for it. */
  static Instant fedInstant(Instant recorded) {
    boolean back = recorded.isBefore(latestInstant);
    wentBack |= back;
    if (!back) {
      latestInstant = recorded;
    }
    return steady ? latestInstant : recorded;
  }

  private static long given(long recorded, long latest) {
    wentBack |= recorded < latest;
    return steady ? Math.max(recorded, latest) : recorded;
  }

  /** When the recorded run's clock showed a virtual time. */
  static long recorded(long virtual) {
    return libraryNanos + virtual;
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

  /** When, by the JVM's clock, a time comes that {@link #outsideMillis} tells. */
  static long outsideToReal(long millis) {
    return millis - libraryMillis - Ctl.SCHED.now / 1_000_000 + REAL_MILLIS;
  }

  static long nanos() {
    asked++;
    if (nanosAtStart == UNKNOWN) {
      nanosAtStart = libraryNanos;
    }
    return latestNanos = Math.max(latestNanos, nanosAtStart + elapsed());
  }

  static long millis() {
    asked++;
    if (millisAtStart == UNKNOWN) {
      millisAtStart = libraryMillis;
    }
    return latestMillis = Math.max(latestMillis, millisAtStart + elapsed() / 1_000_000);
  }
}
