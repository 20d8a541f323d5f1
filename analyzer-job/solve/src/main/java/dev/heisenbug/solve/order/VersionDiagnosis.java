package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds two threads that took the same lock, each for itself alone, at one recorded version. */
final class VersionDiagnosis {
  private record Taken(int lock, long version) {}

  private VersionDiagnosis() {}

  static Optional<Contradiction> find(SymbolicTrace trace) {
    Map<Taken, Integer> first = new HashMap<>();
    for (int e = 0; e < trace.eventCount(); e++) {
      int lock = taken(trace, e);
      if (lock >= 0 && trace.version(e) >= 0) {
        Integer other = first.putIfAbsent(new Taken(lock, trace.version(e)), e);
        if (other != null && trace.thread(other) != trace.thread(e)) {
          return Optional.of(contradiction(trace, lock, other, e));
        }
      }
    }
    return Optional.empty();
  }

  private static Contradiction contradiction(SymbolicTrace trace, int lock, int a, int b) {
    String name = trace.objects().get(lock).name();
    return new Contradiction(
        "two threads took " + name + " at the same recorded version " + trace.version(b),
        List.of(trace.describe(a), trace.describe(b)));
  }

  /** The lock that an event takes for its thread alone, or -1. */
  private static int taken(SymbolicTrace trace, int e) {
    if (trace.kind(e) == EventKind.WAKE) {
      return trace.arg(e);
    }
    boolean alone = trace.kind(e) == EventKind.LOCK && trace.mode(e) != EventKind.SHARED;
    return alone ? trace.target(e) : -1;
  }
}
