package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.smt.PairCounter;

/** Counts the read-write pairs a formula would hold under some reductions. */
final class PairCount {
  private PairCount() {}

  static long of(SymbolicTrace trace, MemoryModel model, SolverOptions options) {
    OrderFacts facts = OrderFacts.of(trace, model, options.reductions(), new SolveStats());
    return PairCounter.count(trace, facts, options);
  }
}
