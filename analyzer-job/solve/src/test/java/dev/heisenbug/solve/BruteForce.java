package dev.heisenbug.solve;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.check.CheckState;
import dev.heisenbug.solve.check.ScheduleChecker;
import java.util.HashSet;
import java.util.Set;

/** Tries every interleaving of a small trace, with the checker as the judge. */
final class BruteForce {
  private final SymbolicTrace trace;
  private final ScheduleChecker checker;
  private final Set<String> seen = new HashSet<>();

  private BruteForce(SymbolicTrace trace, MemoryModel model, Set<Reduction> facts) {
    this.trace = trace;
    this.checker = new ScheduleChecker(trace, model, facts);
  }

  /** Whether a schedule exists; unknowns and library results must be booleans. */
  static boolean satisfiable(SymbolicTrace trace, MemoryModel model, Set<Reduction> facts) {
    BruteForce brute = new BruteForce(trace, model, facts);
    int free = trace.unknowns().size();
    int[] opaque =
        java.util.stream.IntStream.range(0, trace.eventCount())
            .filter(e -> trace.kind(e) == EventKind.OPAQUE)
            .toArray();
    for (int bits = 0; bits < 1 << (free + opaque.length); bits++) {
      long[] unknowns = new long[free];
      for (int u = 0; u < free; u++) {
        unknowns[u] = bits >> u & 1;
      }
      long[] results = new long[trace.eventCount()];
      for (int i = 0; i < opaque.length; i++) {
        results[opaque[i]] = bits >> (free + i) & 1;
      }
      brute.seen.clear();
      if (brute.search(brute.checker.start(unknowns, results))) {
        return true;
      }
    }
    return false;
  }

  private boolean search(CheckState state) {
    if (!seen.add(state.key())) {
      return false;
    }
    if (finished(state)) {
      return true;
    }
    for (int t = 0; t < trace.threadCount(); t++) {
      if (state.position(t) < trace.threadLength(t)) {
        CheckState next = state.copy();
        boolean fine = next.execute(trace.event(t, state.position(t))) == null;
        if (fine && search(next)) {
          return true;
        }
      }
      for (int w : state.committable(t)) {
        CheckState next = state.copy();
        if (next.commit(w) == null && search(next)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean finished(CheckState state) {
    try {
      return state.finish() == null;
    } catch (IllegalStateException valueMissing) {
      return false;
    }
  }
}
