package dev.heisenbug.control.weave;

/** How much of a class is woven. */
enum Level {
  /** Application code: every access, call and branch. */
  APPLICATION,
  /** Library data structures: as the application, while application code calls them directly. */
  LIBRARY_DATA,
  /** Library code that synchronises: only monitors, waiting, sleeping. */
  LIBRARY_SYNC,
  /** Library code that waits for sockets: only those waits. */
  SOCKETS,
  /** The JDK classes that threads are made of: hooks at method entries. */
  RUNTIME,
  /** Left as it is. */
  NONE
}
