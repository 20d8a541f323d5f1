package dev.heisenbug.agent.rt;

/** Looks at the threads now and then to find deadlocks and hangs. */
final class Watchdog {
  private Watchdog() {}

  static void watch(Thread thread, Log log) {}

  static void forget(Thread thread, Log log) {}

  static void start(int hangSeconds) {}
}
