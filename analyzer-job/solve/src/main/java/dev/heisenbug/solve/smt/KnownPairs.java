package dev.heisenbug.solve.smt;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.order.HappensBefore;
import java.util.List;

/** Drops the read-write pairs that happens-before makes impossible. */
final class KnownPairs implements PairFilter {
  private final SymbolicTrace trace;
  private final HappensBefore known;
  private final MemoryModel model;

  KnownPairs(SymbolicTrace trace, HappensBefore known, MemoryModel model) {
    this.trace = trace;
    this.known = known;
    this.model = model;
  }

  @Override
  public boolean readFirst(int read, int store) {
    return known.before(read, store);
  }

  @Override
  public boolean storeFirst(int store, int read) {
    return ownBefore(store, read) || known.effectBefore(store, read);
  }

  private boolean ownBefore(int a, int b) {
    return trace.thread(a) == trace.thread(b) && trace.indexInThread(a) < trace.indexInThread(b);
  }

  @Override
  public boolean overwritten(int store, int read, List<Integer> stores) {
    for (int other : stores) {
      if (other != store
          && storeOrder(store, other)
          && CellTerms.mustMeet(trace, other, read)
          && storeFirst(other, read)) {
        return true;
      }
    }
    return false;
  }

  private boolean storeOrder(int first, int second) {
    boolean fifo = model == MemoryModel.TSO || CellTerms.mustMeet(trace, first, second);
    return (fifo && ownBefore(first, second)) || known.effectBefore(first, second);
  }
}
