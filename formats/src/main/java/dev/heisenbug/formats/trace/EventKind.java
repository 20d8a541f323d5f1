package dev.heisenbug.formats.trace;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a thread does at a shared access point; the meaning of each kind is the step semantics that
 * solver and checker implement, see {@code docs/hbt.md}.
 */
public enum EventKind {
  /** Reads a location; {@code READ} expression nodes name the value. */
  READ(Target.LOCATION),
  /** Writes an expression to a location; buffered under TSO and PSO. */
  WRITE(Target.LOCATION),
  /** Reads a location and writes an expression that may use the value read, in one step. */
  RMW(Target.LOCATION),
  /** Acquires a lock once more (reentrant); {@link #SHARED} mode is a read lock. */
  LOCK(Target.OBJECT),
  UNLOCK(Target.OBJECT),
  /** A try-lock that failed: possible only while the lock cannot be had. */
  LOCK_FAIL(Target.OBJECT),
  /** Creates the thread in {@code arg}. */
  FORK(Target.THREAD),
  START(Target.NONE),
  EXIT(Target.NONE),
  /** Passes once the thread in {@code arg} has exited. */
  JOIN(Target.THREAD),
  /** Begins to wait on a condition ({@code target}) and releases its lock ({@code arg}) fully. */
  WAIT(Target.OBJECT),
  /** Ends the wait: notified unless {@link #UNNOTIFIED}; takes the lock back to its old depth. */
  WAKE(Target.OBJECT),
  /** Wakes one waiter, lost when there is none. */
  SIGNAL(Target.OBJECT),
  /** Wakes all waiters. */
  BROADCAST(Target.OBJECT),
  /** Arrives at a barrier of {@code arg} parties. */
  BARRIER_ENTER(Target.OBJECT),
  /** Leaves the barrier once its generation is complete. */
  BARRIER_EXIT(Target.OBJECT),
  /** Takes {@code arg} permits. */
  ACQUIRE(Target.OBJECT),
  /** Gives {@code arg} permits. */
  RELEASE(Target.OBJECT),
  /** A failed attempt to take {@code arg} permits: possible only while fewer are there. */
  ACQUIRE_FAIL(Target.OBJECT),
  /** Adds {@code arg} to a counter that others await (latch, future, phase). */
  POST(Target.OBJECT),
  /** Passes once the counter has reached {@code arg}; takes nothing away. */
  AWAIT(Target.OBJECT),
  /** Takes the single permit of the object, unless {@link #UNNOTIFIED}. */
  PARK(Target.OBJECT),
  /** Makes the single permit available. */
  UNPARK(Target.OBJECT),
  /** Orders buffered stores; {@code mode} is a {@link Fence} ordinal. */
  FENCE(Target.NONE),
  /**
   * One atomic library operation on an object: its result is the observed one while the changing
   * operations before it on that object are the observed ones in the observed order, else unknown.
   */
  OPAQUE(Target.OBJECT);

  /** Mode of {@link #LOCK}, {@link #UNLOCK} and {@link #LOCK_FAIL}: the read side. */
  public static final int SHARED = 1;

  /** Mode of {@link #WAKE} and {@link #PARK}: time-out, interrupt or spurious return. */
  public static final int UNNOTIFIED = 1;

  /** Mode of {@link #OPAQUE}: the operation does not change the object. */
  public static final int PURE = 1;

  /** What an event's {@code target} number means. */
  public enum Target {
    LOCATION,
    OBJECT,
    THREAD,
    NONE
  }

  private static final Map<String, EventKind> BY_TEXT = new HashMap<>();
  private static final EventKind[] ALL = values();

  static {
    for (EventKind kind : ALL) {
      BY_TEXT.put(kind.text(), kind);
    }
  }

  private final Target target;

  EventKind(Target target) {
    this.target = target;
  }

  public Target target() {
    return target;
  }

  public boolean isMemory() {
    return target == Target.LOCATION;
  }

  /** True where the event yields a value that expressions can use. */
  public boolean reads() {
    return this == READ || this == RMW || this == OPAQUE;
  }

  public boolean writes() {
    return this == WRITE || this == RMW;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of that name, or null. */
  public static EventKind parse(String text) {
    return BY_TEXT.get(text);
  }

  static EventKind of(int ordinal) {
    return ALL[ordinal];
  }
}
