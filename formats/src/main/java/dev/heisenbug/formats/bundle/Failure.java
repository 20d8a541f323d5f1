package dev.heisenbug.formats.bundle;

import java.util.List;

/**
 * The failure that a bundle was made for.
 *
 * @param signature what a replay must bring back: kind, class or code, innermost program frames
 * @param type class of the exception, name of the signal; null otherwise
 * @param thread tree id of the failing thread, null if it is the program as a whole
 * @param frames {@code class.method:line}, innermost first
 * @param clock monotonic nanoseconds, 0 if unknown
 * @param status exit status of an {@code exit} or {@code signal} failure
 * @param threads all threads of a deadlock or hang
 */
public record Failure(
    FailureKind kind,
    String signature,
    String type,
    String message,
    String thread,
    String threadName,
    List<String> frames,
    long clock,
    Integer status,
    List<StuckThread> threads) {
  public Failure {
    frames = frames == null ? List.of() : List.copyOf(frames);
    threads = threads == null ? List.of() : List.copyOf(threads);
  }
}
