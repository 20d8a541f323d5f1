package dev.heisenbug.weave;

/**
 * What a synchronisation operation is, and how it appears in a thread's stream. The code is part of
 * the stream format: never reuse one.
 */
public enum SyncKind {
  MONITOR_ENTER(0, Point.AFTER),
  MONITOR_EXIT(1, Point.NEVER),
  WAIT(2, Point.AFTER),
  NOTIFY(3, Point.BEFORE),
  NOTIFY_ALL(4, Point.BEFORE),
  /** Recorded as a CHILD event from inside {@code Thread.start}, wherever it is called from. */
  THREAD_START(5, Point.NEVER),
  JOIN(6, Point.AFTER),
  SLEEP(7, Point.AFTER),
  YIELD(8, Point.NEVER),
  INTERRUPT(9, Point.BEFORE),
  INTERRUPT_QUERY(10, Point.NEVER),
  PARK(11, Point.AFTER),
  UNPARK(12, Point.BEFORE),
  LOCK(13, Point.AFTER),
  TRY_LOCK(14, Point.AFTER),
  UNLOCK(15, Point.NEVER),
  AWAIT(16, Point.AFTER),
  SIGNAL(17, Point.BEFORE),
  SIGNAL_ALL(18, Point.BEFORE),
  /** Semaphores, latches, barriers, phasers, exchangers: the side that may block. */
  ACQUIRE(19, Point.AFTER),
  /** Semaphores, latches, phasers: the side that lets others go on. */
  RELEASE(20, Point.BEFORE),
  /** Handing a task to an executor, pool or future. */
  SUBMIT(21, Point.BEFORE),
  /** Taking the result of a task, or waiting for the end of a pool. */
  AWAIT_RESULT(22, Point.AFTER),
  COMPLETE(23, Point.BEFORE),
  VOLATILE_READ(24, Point.NEVER),
  VOLATILE_WRITE(25, Point.BEFORE),
  ATOMIC_READ(26, Point.NEVER),
  ATOMIC_WRITE(27, Point.BEFORE),
  ATOMIC_UPDATE(28, Point.AFTER),
  COLLECTION_READ(29, Point.NEVER),
  COLLECTION_UPDATE(30, Point.AFTER),
  COLLECTION_BLOCK(31, Point.AFTER);

  /** Where the event is emitted relative to the operation. */
  public enum Point {
    /** Operations that let others go on: their stamp is earlier than that of whom they let go. */
    BEFORE,
    /** Operations that acquire: stamped while their own exclusion holds, if they did not throw. */
    AFTER,
    /** Not in the stream: cheap to re-derive or too frequent to pay for. */
    NEVER
  }

  private static final SyncKind[] BY_CODE = values();

  private final int code;
  private final Point point;

  SyncKind(int code, Point point) {
    this.code = code;
    this.point = point;
  }

  public int code() {
    return code;
  }

  public Point point() {
    return point;
  }

  /** The kind with this code, or null. */
  public static SyncKind ofCode(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }
}
