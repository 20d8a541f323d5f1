package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.Unknown;

/** First guesses for free values: what was observed, else zero. */
final class Defaults {
  private Defaults() {}

  static long[] unknowns(SymbolicTrace trace) {
    return trace.unknowns().stream().mapToLong(Defaults::guess).toArray();
  }

  private static long guess(Unknown unknown) {
    return unknown.observed() == null ? 0 : unknown.sort().normalize(unknown.observed());
  }

  static long[] opaque(SymbolicTrace trace) {
    long[] result = new long[trace.eventCount()];
    for (int e = 0; e < result.length; e++) {
      result[e] = trace.hasObserved(e) ? trace.observed(e) : 0;
    }
    return result;
  }
}
