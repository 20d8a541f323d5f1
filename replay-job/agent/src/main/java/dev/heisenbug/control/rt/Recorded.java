package dev.heisenbug.control.rt;

/** One thread's recording, followed in lockstep by the run. */
final class Recorded {
  static Recorded of(String id) {
    return new Recorded();
  }

  long nextStamp() {
    return Long.MAX_VALUE;
  }

  String describe() {
    return "no-recording";
  }
}
