package dev.heisenbug.solve.smt;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.order.HappensBefore;
import dev.heisenbug.solve.order.OrderFacts;
import java.util.ArrayList;
import java.util.List;

/** Read-write pairs left by the reductions, without building a formula. */
public final class PairCounter {
  private PairCounter() {}

  public static long count(SymbolicTrace trace, OrderFacts facts, SolverOptions options) {
    PairFilter filter =
        options.uses(Reduction.PAIR_REMOVAL)
            ? new KnownPairs(
                trace,
                new HappensBefore(trace, facts, options.uses(Reduction.SATURATION)),
                options.memoryModel())
            : PairFilter.NONE;
    long pairs = 0;
    for (int r = 0; r < trace.eventCount(); r++) {
      EventKind kind = trace.kind(r);
      if (kind == EventKind.READ || kind == EventKind.RMW) {
        pairs += pairs(trace, filter, r);
      }
    }
    return pairs;
  }

  private static long pairs(SymbolicTrace trace, PairFilter filter, int r) {
    List<Integer> seen = new ArrayList<>();
    for (int w = 0; w < trace.eventCount(); w++) {
      boolean store = w != r && trace.kind(w).writes();
      if (store && CellTerms.mayMeet(trace, r, w) && !filter.readFirst(r, w)) {
        seen.add(w);
      }
    }
    return seen.stream().filter(w -> !filter.overwritten(w, r, seen)).count();
  }
}
