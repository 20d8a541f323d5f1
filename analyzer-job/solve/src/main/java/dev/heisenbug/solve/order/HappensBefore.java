package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Closure of the known order as one vector clock per event: how many events of each thread are
 * certainly executed before it.
 */
public final class HappensBefore {
  private final SymbolicTrace trace;
  private final OrderFacts facts;
  private final int threads;
  private final int[] clock;
  private final int[] drain;

  /** Accesses that may take their place among those of their cell only when a buffer empties. */
  private final boolean[] late;

  /**
   * @param close whether order through other threads is followed, or program order alone
   */
  public HappensBefore(SymbolicTrace trace, OrderFacts facts, boolean close) {
    this.trace = trace;
    this.facts = facts;
    this.threads = trace.threadCount();
    this.clock = new int[Math.multiplyExact(trace.eventCount(), threads)];
    this.drain = drains();
    this.late = late();
    for (int e = 0; e < trace.eventCount(); e++) {
      clock[e * threads + trace.thread(e)] = trace.indexInThread(e);
    }
    if (close) {
      close();
    }
  }

  /** Bytes the clocks of a trace take. */
  public static long bytes(SymbolicTrace trace) {
    return 4L * trace.eventCount() * trace.threadCount();
  }

  private void close() {
    int n = trace.eventCount();
    Edges all = new Edges();
    for (int i = 0; i < facts.issue().size(); i++) {
      all.add(facts.issue().from(i), facts.issue().to(i), facts.issue().why(i));
    }
    for (int i = 0; i < facts.effect().size(); i++) {
      if (!facts.buffered(facts.effect().from(i)) && !facts.buffered(facts.effect().to(i))) {
        all.add(facts.effect().from(i), facts.effect().to(i), facts.effect().why(i));
      }
    }
    int[][] in = all.incoming(n);
    int[][] out = all.outgoing(n);
    int[] degree = new int[n];
    int[] queue = new int[n];
    int tail = 0;
    for (int e = 0; e < n; e++) {
      degree[e] = in[0][e + 1] - in[0][e] + (trace.indexInThread(e) > 0 ? 1 : 0);
      if (degree[e] == 0) {
        queue[tail++] = e;
      }
    }
    int[] windowed = new int[threads * threads];
    for (int head = 0; head < tail; head++) {
      int e = queue[head];
      visit(e, all, in, windowed);
      for (int i = out[0][e]; i < out[0][e + 1]; i++) {
        if (--degree[all.to(out[1][i])] == 0) {
          queue[tail++] = all.to(out[1][i]);
        }
      }
      int next = trace.indexInThread(e) + 1;
      if (next < trace.threadLength(trace.thread(e))) {
        int successor = trace.event(trace.thread(e), next);
        if (--degree[successor] == 0) {
          queue[tail++] = successor;
        }
      }
    }
  }

  private void visit(int e, Edges all, int[][] in, int[] windowed) {
    int t = trace.thread(e);
    if (trace.indexInThread(e) > 0) {
      join(e, trace.event(t, trace.indexInThread(e) - 1));
    }
    for (int i = in[0][e]; i < in[0][e + 1]; i++) {
      join(e, all.from(in[1][i]));
    }
    if (facts.hasWindow()) {
      for (int u = 0; u < threads; u++) {
        int count = windowed[t * threads + u];
        while (u != t
            && count < trace.threadLength(u)
            && facts.hi(trace.event(u, count)) < facts.lo(e)) {
          count++;
        }
        windowed[t * threads + u] = count;
        clock[e * threads + u] = Math.max(clock[e * threads + u], count);
      }
    }
  }

  private void join(int e, int before) {
    for (int u = 0; u < threads; u++) {
      clock[e * threads + u] = Math.max(clock[e * threads + u], clock[before * threads + u]);
    }
    int own = before * threads + trace.thread(before);
    int at = e * threads + trace.thread(before);
    clock[at] = Math.max(clock[at], clock[own] + 1);
  }

  private int[] drains() {
    int[] result = new int[trace.eventCount()];
    for (int t = 0; t < threads; t++) {
      int next = Integer.MAX_VALUE;
      for (int i = trace.threadLength(t) - 1; i >= 0; i--) {
        int e = trace.event(t, i);
        result[e] = next;
        next = drains(e) ? i : next;
      }
    }
    return result;
  }

  private boolean drains(int e) {
    EventKind kind = trace.kind(e);
    return kind == EventKind.FENCE
        ? Fence.values()[trace.mode(e)].drains()
        : kind != EventKind.READ && kind != EventKind.WRITE;
  }

  private boolean[] late() {
    boolean[] result = new boolean[trace.eventCount()];
    for (int t = 0; t < threads; t++) {
      BitSet stored = new BitSet();
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        if (facts.buffered(e)) {
          stored.set(trace.target(e));
          result[e] = true;
        } else if (drains(e)) {
          stored.clear();
        } else if (trace.kind(e) == EventKind.READ) {
          result[e] = stored.get(trace.target(e));
        }
      }
    }
    return result;
  }

  /** Event a is certainly executed before event b. */
  public boolean before(int a, int b) {
    return a != b && clock[b * threads + trace.thread(a)] > trace.indexInThread(a);
  }

  /** Event a has certainly taken effect when b is executed. */
  public boolean effectBefore(int a, int b) {
    return facts.buffered(a) ? clock[b * threads + trace.thread(a)] > drain[a] : before(a, b);
  }

  /**
   * Access a certainly comes before access b in the one order of their cell's accesses that every
   * model here keeps: stores where they commit, reads of a thread's own pending store behind it.
   */
  public boolean placedBefore(int a, int b) {
    return late[a]
        ? trace.thread(a) == trace.thread(b)
            ? trace.indexInThread(a) < trace.indexInThread(b)
            : clock[b * threads + trace.thread(a)] > drain[a]
        : before(a, b);
  }

  /** A sum over all events of how much is known, for the statistics. */
  public long known() {
    return Arrays.stream(clock).asLongStream().sum();
  }
}
