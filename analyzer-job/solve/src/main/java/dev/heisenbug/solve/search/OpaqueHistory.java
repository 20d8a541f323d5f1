package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;

/** Fingerprints of the changing library calls seen before each call in the observed execution. */
final class OpaqueHistory {
  private OpaqueHistory() {}

  static void fill(SymbolicTrace trace, long[] history, boolean[] known) {
    if (!trace.hasObservedOrder()) {
      return;
    }
    long[] object = new long[trace.objects().size()];
    for (int e : trace.observedOrder()) {
      if (trace.kind(e) == EventKind.OPAQUE) {
        int o = trace.target(e);
        history[e] = object[o];
        known[e] = trace.hasObserved(e);
        object[o] = next(object[o], e, trace.mode(e));
      }
    }
  }

  static long next(long fingerprint, int event, int mode) {
    return mode == EventKind.PURE ? fingerprint : Mix.of(fingerprint + 1, event);
  }
}
