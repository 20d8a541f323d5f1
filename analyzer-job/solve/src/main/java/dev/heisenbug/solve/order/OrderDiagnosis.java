package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Finds cycles in the known order and clocks that contradict it, and says so in source terms. */
public final class OrderDiagnosis {
  private final SymbolicTrace trace;
  private final OrderFacts facts;
  private final Edges all = new Edges();
  private final int[] order;

  private OrderDiagnosis(SymbolicTrace trace, OrderFacts facts) {
    this.trace = trace;
    this.facts = facts;
    this.order = new int[trace.eventCount()];
  }

  public static Optional<Contradiction> find(SymbolicTrace trace, OrderFacts facts) {
    OrderDiagnosis diagnosis = new OrderDiagnosis(trace, facts);
    return diagnosis
        .cycle()
        .or(diagnosis::clocks)
        .or(() -> LockUse.find(trace))
        .or(() -> facts.versions() ? VersionDiagnosis.find(trace) : Optional.empty());
  }

  private Optional<Contradiction> cycle() {
    for (int i = 0; i < facts.issue().size(); i++) {
      all.add(facts.issue().from(i), facts.issue().to(i), facts.issue().why(i));
    }
    for (int i = 0; i < facts.effect().size(); i++) {
      // A store that is still buffered orders nothing after it in its own thread, so that only
      // edges between unbuffered events join the program order here.
      int from = facts.effect().from(i);
      int to = facts.effect().to(i);
      if (!facts.buffered(from) && !facts.buffered(to)) {
        all.add(from, to, facts.effect().why(i));
      }
    }
    int n = trace.eventCount();
    int[] degree = new int[n];
    for (int i = 0; i < all.size(); i++) {
      degree[all.to(i)]++;
    }
    for (int e = 0; e < n; e++) {
      degree[e] += trace.indexInThread(e) > 0 ? 1 : 0;
    }
    int[][] out = all.outgoing(n);
    int head = 0;
    int tail = 0;
    for (int e = 0; e < n; e++) {
      if (degree[e] == 0) {
        order[tail++] = e;
      }
    }
    while (head < tail) {
      int e = order[head++];
      for (int i = out[0][e]; i < out[0][e + 1]; i++) {
        int to = all.to(out[1][i]);
        if (--degree[to] == 0) {
          order[tail++] = to;
        }
      }
      int next = successor(e);
      if (next >= 0 && --degree[next] == 0) {
        order[tail++] = next;
      }
    }
    return tail == n ? Optional.empty() : Optional.of(explain(degree));
  }

  private int successor(int e) {
    int t = trace.thread(e);
    int i = trace.indexInThread(e) + 1;
    return i < trace.threadLength(t) ? trace.event(t, i) : -1;
  }

  /** Walks backwards among events that never became free until one repeats: that is a cycle. */
  private Contradiction explain(int[] degree) {
    int[][] in = all.incoming(trace.eventCount());
    int e = 0;
    while (degree[e] == 0) {
      e++;
    }
    int[] seenAt = new int[trace.eventCount()];
    List<Integer> path = new ArrayList<>();
    List<String> why = new ArrayList<>();
    while (seenAt[e] == 0) {
      path.add(e);
      seenAt[e] = path.size();
      int before = -1;
      String reason = "program order";
      for (int i = in[0][e]; i < in[0][e + 1] && before < 0; i++) {
        int from = all.from(in[1][i]);
        if (degree[from] > 0) {
          before = from;
          reason = all.why(in[1][i]).text();
        }
      }
      if (before < 0) {
        before = trace.event(trace.thread(e), trace.indexInThread(e) - 1);
      }
      why.add(reason);
      e = before;
    }
    List<String> core = new ArrayList<>();
    for (int i = seenAt[e] - 1; i < path.size(); i++) {
      int from = i + 1 < path.size() ? path.get(i + 1) : e;
      core.add(trace.describe(from) + " before " + trace.describe(path.get(i)) + ": " + why.get(i));
    }
    Collections.reverse(core);
    return new Contradiction("the recorded order contains a cycle", compress(core));
  }

  /** A long run of program order says nothing; its first and last line do. */
  private static List<String> compress(List<String> core) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < core.size(); i++) {
      boolean middle =
          i > 0
              && i + 1 < core.size()
              && core.get(i - 1).endsWith("program order")
              && core.get(i).endsWith("program order")
              && core.get(i + 1).endsWith("program order");
      if (!middle) {
        result.add(core.get(i));
      }
    }
    return result;
  }

  private Optional<Contradiction> clocks() {
    if (!facts.hasWindow()) {
      return Optional.empty();
    }
    int n = trace.eventCount();
    long[] lo = new long[n];
    int[] from = new int[n];
    int[][] in = all.incoming(n);
    for (int e : order) {
      lo[e] = trace.timeLo(e);
      from[e] = e;
      int previous =
          trace.indexInThread(e) == 0
              ? -1
              : trace.event(trace.thread(e), trace.indexInThread(e) - 1);
      raise(lo, from, e, previous);
      for (int i = in[0][e]; i < in[0][e + 1]; i++) {
        raise(lo, from, e, all.from(in[1][i]));
      }
      if (lo[e] > trace.timeHi(e)) {
        String late = trace.describe(from[e]) + " has clock window from " + lo[e];
        String early = trace.describe(e) + " has clock window until " + trace.timeHi(e);
        return Optional.of(
            new Contradiction(
                "the clocks contradict "
                    + (trace.thread(e) == trace.thread(from[e]) ? "program order" : "known order"),
                List.of(late, early, "the first comes before the second")));
      }
    }
    return Optional.empty();
  }

  private static void raise(long[] lo, int[] from, int e, int before) {
    if (before >= 0 && lo[before] > lo[e]) {
      lo[e] = lo[before];
      from[e] = from[before];
    }
  }
}
