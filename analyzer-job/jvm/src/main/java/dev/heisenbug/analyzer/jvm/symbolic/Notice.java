package dev.heisenbug.analyzer.jvm.symbolic;

/**
 * Something that is no event of a trace, since no order of events depends on it, but belongs into
 * the story of the run.
 *
 * @param thread tree id
 * @param before the number of events before it
 * @param what the call or variable it is about, for people
 * @param object name of the object that was called, or nothing
 */
public record Notice(
    Kind kind, String thread, int before, String what, String object, String position) {
  /** What happened. */
  public enum Kind {
    /** A wait ended because its time limit had passed. */
    TIME_LIMIT,
    /** The last null that a thread read of a variable that nobody else has touched, if unset. */
    NULL,
    /** A call of a library object that had not come back at the end of the run. */
    OPEN_CALL,
    /** A thread was in the program's code, or in what that had called, when the run ended. */
    STANDS
  }
}
