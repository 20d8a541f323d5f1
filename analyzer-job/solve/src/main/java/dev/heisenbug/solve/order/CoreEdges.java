package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Edges of the recorded per-core order (H3 3.4): executions, and stores among themselves. */
final class CoreEdges {
  private CoreEdges() {}

  static void add(SymbolicTrace trace, MemoryModel model, Edges issue, Edges effect) {
    Map<Integer, List<Integer>> cores = new HashMap<>();
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.coreSequence(e) >= 0) {
        cores.computeIfAbsent(trace.core(e), c -> new ArrayList<>()).add(e);
      }
    }
    for (List<Integer> events : cores.values()) {
      events.sort((x, y) -> compare(trace, x, y));
      chain(trace, events, issue, false);
      if (model.relaxed()) {
        chain(trace, events, effect, true);
      }
    }
  }

  private static int compare(SymbolicTrace trace, int x, int y) {
    int bySequence = Long.compare(trace.coreSequence(x), trace.coreSequence(y));
    return bySequence != 0
        ? bySequence
        : Integer.compare(trace.indexInThread(x), trace.indexInThread(y));
  }

  private static void chain(
      SymbolicTrace trace, List<Integer> events, Edges edges, boolean storesOnly) {
    int last = -1;
    for (int e : events) {
      if (storesOnly && trace.kind(e) != EventKind.WRITE) {
        continue;
      }
      boolean later = last >= 0 && trace.coreSequence(last) < trace.coreSequence(e);
      if (later
          && (storesOnly || trace.thread(last) != trace.thread(e) || backwards(trace, last, e))) {
        edges.add(last, e, Why.CORE);
      }
      last = e;
    }
  }

  private static boolean backwards(SymbolicTrace trace, int a, int b) {
    return trace.indexInThread(a) > trace.indexInThread(b);
  }
}
