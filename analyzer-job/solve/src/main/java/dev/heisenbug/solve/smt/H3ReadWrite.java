package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * H3's algorithm 2: the stores of one core are already in order, so that a matched read-write pair
 * is inserted into each core's sequence as a whole. Where no core was recorded, each thread counts
 * as a core of its own.
 */
final class H3ReadWrite extends ReadWrite {
  H3ReadWrite(Phi phi, PairFilter filter) {
    super(phi, filter);
  }

  @Override
  void noneBetween(int r, int w, List<Integer> all, List<BoolExpr> parts) {
    if (!all.stream().allMatch(o -> CellTerms.mustMeet(trace, r, o))) {
      super.noneBetween(r, w, all, parts);
      return;
    }
    Map<Long, List<Integer>> cores = new TreeMap<>();
    for (int other : all) {
      cores.computeIfAbsent(core(trace, other), c -> new ArrayList<>()).add(other);
    }
    cores.forEach(
        (core, stores) -> {
          sort(trace, stores);
          if (core == core(trace, w)) {
            int next = stores.indexOf(w) + 1;
            if (next < stores.size()) {
              parts.add(unseen(stores.get(next), r));
            }
          } else {
            parts.add(insert(r, w, stores));
          }
        });
  }

  /** The pair lies before the first store, between two, or after the last. */
  private BoolExpr insert(int r, int w, List<Integer> stores) {
    List<BoolExpr> places = new ArrayList<>();
    for (int k = 0; k <= stores.size(); k++) {
      List<BoolExpr> place = new ArrayList<>();
      if (k > 0) {
        place.add(phi.orders.effectBefore(stores.get(k - 1), w));
      }
      if (k < stores.size()) {
        place.add(unseen(stores.get(k), r));
      }
      places.add(phi.and(place));
    }
    return phi.or(places);
  }

  static long core(SymbolicTrace trace, int e) {
    return trace.coreSequence(e) >= 0 ? trace.core(e) : -1L - trace.thread(e);
  }

  static void sort(SymbolicTrace trace, List<Integer> stores) {
    stores.sort(
        (x, y) ->
            trace.thread(x) == trace.thread(y)
                ? Integer.compare(trace.indexInThread(x), trace.indexInThread(y))
                : Long.compare(trace.coreSequence(x), trace.coreSequence(y)));
  }
}
