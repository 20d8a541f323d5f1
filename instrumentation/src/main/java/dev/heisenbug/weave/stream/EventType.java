package dev.heisenbug.weave.stream;

/** What a {@link StreamCursor} stands on. */
public enum EventType {
  /** Before the first event. */
  NONE,
  /** A path number or a number of loop rounds; repeats are delivered one by one. */
  TOKEN,
  CLOCK,
  THROWN,
  INPUT,
  SYNC,
  /** So many synchronisation events without a clock come among those up to the next SYNC. */
  SYNCS,
  CHILD,
  THREAD_START,
  THREAD_END,
  TRUNCATED,
  FAILURE,
  ACCESS,
  /** The last event was only half written when the process died. */
  TORN,
  /** Nothing more was written. */
  END
}
