package dev.heisenbug.solve.smt;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.order.HappensBefore;
import dev.heisenbug.solve.order.OrderFacts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The size of CLAP's formula once some reductions have dropped the stores a read cannot see: the
 * {@code 4 Nw^2} of each read counts the stores that are left, and recorded lock order leaves one
 * constraint per section.
 */
public final class ReducedSize {
  private final SymbolicTrace trace;
  private final HappensBefore known;
  private final boolean relaxed;
  private final Map<Long, int[][]> stores = new HashMap<>();

  private ReducedSize(SymbolicTrace trace, HappensBefore known, boolean relaxed) {
    this.trace = trace;
    this.known = known;
    this.relaxed = relaxed;
    index();
  }

  public static long of(SymbolicTrace trace, MemoryModel model, Set<Reduction> used) {
    OrderFacts facts = OrderFacts.of(trace, model, used, new SolveStats());
    FormulaSize whole = FormulaSize.of(trace, Encoding.CLAP);
    HappensBefore known = new HappensBefore(trace, facts, true);
    long readWrite = new ReducedSize(trace, known, model.relaxed()).readWrite();
    long sync = whole.sync();
    if (used.contains(Reduction.LOCK_ORDER)) {
      sync = Math.min(sync, facts.effect().size());
    }
    return whole.path() + sync + whole.memoryOrder() + readWrite;
  }

  private void index() {
    Map<Long, int[]> counts = new HashMap<>();
    int threads = trace.threadCount();
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e).writes()) {
        counts
            .computeIfAbsent(FormulaSize.cell(trace, e), c -> new int[threads])[trace.thread(e)]++;
      }
    }
    counts.forEach(
        (cell, n) -> {
          int[][] lists = new int[threads][];
          Arrays.setAll(lists, t -> new int[n[t]]);
          stores.put(cell, lists);
          Arrays.fill(n, 0);
        });
    for (int t = 0; t < threads; t++) {
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        if (trace.kind(e).writes()) {
          long cell = FormulaSize.cell(trace, e);
          stores.get(cell)[t][counts.get(cell)[t]++] = e;
        }
      }
    }
  }

  private long readWrite() {
    double total = 0;
    for (int r = 0; r < trace.eventCount(); r++) {
      EventKind kind = trace.kind(r);
      int[][] lists =
          kind.isMemory() && kind.reads() ? stores.get(FormulaSize.cell(trace, r)) : null;
      if (lists != null) {
        double left = left(r, lists);
        total += 4 * left * left;
      }
    }
    return total > 9e18 ? Long.MAX_VALUE / 4 : (long) total;
  }

  /** Stores the read may see: per thread the last one before it, and those beside it. */
  private long left(int r, int[][] lists) {
    boolean exact = CellTerms.constant(trace, r) && !relaxed;
    int[] last = new int[lists.length];
    long beside = 0;
    for (int t = 0; t < lists.length; t++) {
      int before = exact ? search(lists[t], r, true) : 0;
      int after = search(lists[t], r, false);
      last[t] = before == 0 ? -1 : lists[t][before - 1];
      beside += after - before;
    }
    long count = beside;
    for (int t = 0; t < last.length; t++) {
      int w = last[t];
      boolean hidden = w < 0;
      for (int u = 0; u < last.length && !hidden; u++) {
        hidden = u != t && last[u] >= 0 && known.before(w, last[u]);
      }
      count += hidden ? 0 : 1;
    }
    return count;
  }

  /** How many stores of a thread come before the read; or do not come after it. */
  private int search(int[] list, int r, boolean before) {
    int low = 0;
    int high = list.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int w = list[middle];
      if (before ? known.before(w, r) : w == r || !known.before(r, w)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
