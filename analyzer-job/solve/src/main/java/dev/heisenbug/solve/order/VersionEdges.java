package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Edges of recorded versions, and what lock semantics make of them (Symber 3.6). */
final class VersionEdges {
  private VersionEdges() {}

  static void add(SymbolicTrace trace, Edges edges, boolean saturate) {
    Map<List<Integer>, List<Integer>> byKey = new HashMap<>();
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.version(e) >= 0) {
        byKey.computeIfAbsent(key(trace, e), k -> new ArrayList<>()).add(e);
      }
    }
    int[] release = saturate ? releases(trace) : null;
    for (List<Integer> events : byKey.values()) {
      chain(trace, events, edges, release);
    }
  }

  private static List<Integer> key(SymbolicTrace trace, int e) {
    EventKind kind = trace.kind(e);
    boolean waits = kind == EventKind.WAIT || kind == EventKind.WAKE;
    int target = waits ? trace.arg(e) : trace.target(e);
    return List.of(kind.isMemory() ? 1 : 0, target, trace.index(e));
  }

  private static void chain(SymbolicTrace trace, List<Integer> events, Edges edges, int[] release) {
    events.sort((x, y) -> Long.compare(trace.version(x), trace.version(y)));
    int previousStart = 0;
    int start = 0;
    for (int i = 1; i <= events.size(); i++) {
      boolean same =
          i < events.size() && trace.version(events.get(i)) == trace.version(events.get(start));
      if (same) {
        continue;
      }
      for (int b = start; b < i && start > previousStart; b++) {
        for (int a = previousStart; a < start; a++) {
          link(trace, events.get(a), events.get(b), edges, release);
        }
      }
      previousStart = start;
      start = i;
    }
  }

  private static void link(SymbolicTrace trace, int a, int b, Edges edges, int[] release) {
    edges.add(a, b, Why.VERSION);
    boolean bothShared = trace.mode(a) == EventKind.SHARED && trace.mode(b) == EventKind.SHARED;
    boolean locks = acquires(trace, a) && acquires(trace, b) && !bothShared;
    if (release != null && locks && release[a] >= 0 && trace.thread(a) != trace.thread(b)) {
      edges.add(release[a], b, Why.SECTION);
    }
  }

  private static boolean acquires(SymbolicTrace trace, int e) {
    return trace.kind(e) == EventKind.LOCK || trace.kind(e) == EventKind.WAKE;
  }

  /** For each outermost acquisition the event that frees the lock again, else -1. */
  static int[] releases(SymbolicTrace trace) {
    int[] result = new int[trace.eventCount()];
    Arrays.fill(result, -1);
    for (int t = 0; t < trace.threadCount(); t++) {
      Map<List<Integer>, Deque<Integer>> held = new HashMap<>();
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        release(trace, e, held, result);
      }
    }
    return result;
  }

  private static void release(
      SymbolicTrace trace, int e, Map<List<Integer>, Deque<Integer>> held, int[] result) {
    // Who gives up the write side may go on reading, so that the sides are kept apart.
    switch (trace.kind(e)) {
      case LOCK -> stack(held, trace.target(e), trace.mode(e)).push(e);
      case WAKE -> stack(held, trace.arg(e), 0).push(e);
      case UNLOCK -> {
        Deque<Integer> stack = stack(held, trace.target(e), trace.mode(e));
        if (!stack.isEmpty()) {
          int lock = stack.pop();
          result[lock] = stack.isEmpty() ? e : -1;
        }
      }
      case WAIT -> {
        Deque<Integer> stack = stack(held, trace.arg(e), 0);
        if (!stack.isEmpty()) {
          result[stack.peekLast()] = e;
          stack.clear();
        }
      }
      default -> {}
    }
  }

  private static Deque<Integer> stack(Map<List<Integer>, Deque<Integer>> held, int lock, int mode) {
    return held.computeIfAbsent(List.of(lock, mode), k -> new ArrayDeque<>());
  }
}
