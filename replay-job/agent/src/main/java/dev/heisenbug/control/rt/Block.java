package dev.heisenbug.control.rt;

/** Why a controlled thread cannot go on, so that the scheduler can tell when it can again. */
enum Block {
  /** Not blocked. */
  NONE,
  /** Entering a monitor that another controlled thread owns. */
  MONITOR,
  /** In {@code Object.wait}, not notified yet. */
  WAIT,
  /** Parked without a permit. */
  PARK,
  /** Joining a thread that has not ended. */
  JOIN,
  /** Sleeping: wakes when the schedule says so or when nothing else can run. */
  SLEEP,
  /** Waiting for another thread to finish a class initialiser. */
  CLINIT,
  /** Spinning: gives way until another thread has made a step. */
  SPIN,
  /** Left its recorded path: does not go on in this run. */
  STOPPED,
  /** Waiting for a socket: goes on when something has come, or can be sent. */
  SOCKET,
  /** Blocked in code that is not controlled (I/O, native code, library monitors). */
  EXTERNAL
}
