package dev.heisenbug.formats.trace;

/**
 * Something that must hold after the first {@code after} events of a thread.
 *
 * @param thread thread index, or -1 for a goal over several threads that is judged at the end
 * @param after number of events of the thread that come before the condition
 * @param expr a {@link Sort#BOOL} expression
 * @param kind why it must hold
 * @param position source position, for people
 */
public record Condition(int thread, int after, int expr, Kind kind, String position) {
  /** Why a condition must hold. */
  public enum Kind {
    /** A branch went this way. */
    PATH,
    /**
     * An address or receiver was assumed to be the observed one; where it does not hold, the
     * thread's later events are not known.
     */
    CONCRETIZATION,
    /** The bug, or the branch outcome that is wanted. */
    GOAL
  }
}
