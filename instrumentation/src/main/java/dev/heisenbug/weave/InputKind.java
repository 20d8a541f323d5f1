package dev.heisenbug.weave;

/**
 * A value from outside the program's own data that a replay has to feed back, or that tells it
 * where a thread was held up.
 */
public enum InputKind {
  NANO_TIME(0),
  CURRENT_TIME_MILLIS(1),
  IDENTITY_HASH_CODE(2),
  MATH_RANDOM(3),
  /** The seed of {@code new Random()}, which the woven call passes explicitly. */
  RANDOM_SEED(4),
  THREAD_LOCAL_RANDOM(5),
  AVAILABLE_PROCESSORS(6),
  MEMORY(7),
  /** Two values. */
  UUID(8),
  /** Two values: seconds and nanoseconds. */
  INSTANT(9),
  /** The time of {@code new Date()}, which the woven call passes explicitly. */
  DATE(10),
  SECURE_RANDOM(11),
  /** Where noise made the thread pause, as a {@link NoisePlace}: nothing to feed back. */
  PAUSE(12),
  /** Where something has passed a connection with another process: nothing to feed back. */
  NETWORK(13);

  private static final InputKind[] BY_CODE = values();

  private final int code;

  InputKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Whether it is an argument that a constructor call is given, not the result of a call. */
  public boolean isArgument() {
    return this == RANDOM_SEED || this == DATE;
  }

  /** The kind with this code, or null. */
  public static InputKind ofCode(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }
}
