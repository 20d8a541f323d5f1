package dev.heisenbug.decode.threads;

/** A thread of the recorded machine; -1 where nobody knows. */
public record ThreadId(int pid, int tid) {
  public static final ThreadId UNKNOWN = new ThreadId(-1, -1);
}
