package dev.heisenbug.solve.smt;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stretches of a thread during which it holds a lock, cut at waits; reentrance is folded. */
final class Sections {
  /**
   * @param acquire event that takes the lock
   * @param release event that gives it back, -1 where the trace ends first
   */
  record Section(int thread, int acquire, int release, boolean shared) {}

  private Sections() {}

  static Map<Integer, List<Section>> of(SymbolicTrace trace) {
    Map<Integer, List<Section>> byLock = new HashMap<>();
    for (int t = 0; t < trace.threadCount(); t++) {
      Map<List<Integer>, Deque<Integer>> held = new HashMap<>();
      Map<Integer, Integer> given = new HashMap<>();
      for (int i = 0; i < trace.threadLength(t); i++) {
        step(trace, trace.event(t, i), held, given, byLock);
      }
      int thread = t;
      held.forEach(
          (key, stack) -> {
            if (!stack.isEmpty()) {
              close(byLock, thread, key, stack.peekLast(), -1);
            }
          });
    }
    return byLock;
  }

  /**
   * @param given how often a lock was held that is given up while its thread waits
   */
  private static void step(
      SymbolicTrace trace,
      int e,
      Map<List<Integer>, Deque<Integer>> held,
      Map<Integer, Integer> given,
      Map<Integer, List<Section>> byLock) {
    int t = trace.thread(e);
    switch (trace.kind(e)) {
      case LOCK -> stack(held, trace.target(e), trace.mode(e)).push(e);
      case UNLOCK -> {
        Deque<Integer> stack = stack(held, trace.target(e), trace.mode(e));
        if (!stack.isEmpty()) {
          int acquire = stack.pop();
          if (stack.isEmpty()) {
            close(byLock, t, List.of(trace.target(e), trace.mode(e)), acquire, e);
          }
        }
      }
      case WAIT -> {
        Deque<Integer> stack = stack(held, trace.arg(e), 0);
        if (!stack.isEmpty()) {
          close(byLock, t, List.of(trace.arg(e), 0), stack.peekLast(), e);
        }
        given.put(trace.arg(e), stack.size());
        stack.clear();
      }
      case WAKE -> {
        Deque<Integer> stack = stack(held, trace.arg(e), 0);
        int depth = Math.max(1, given.getOrDefault(trace.arg(e), 1));
        stack.clear();
        for (int i = 0; i < depth; i++) {
          stack.push(e);
        }
      }
      default -> {}
    }
  }

  private static Deque<Integer> stack(Map<List<Integer>, Deque<Integer>> held, int lock, int mode) {
    return held.computeIfAbsent(List.of(lock, mode), k -> new ArrayDeque<>());
  }

  private static void close(
      Map<Integer, List<Section>> byLock, int t, List<Integer> key, int acquire, int release) {
    boolean shared = key.get(1) == EventKind.SHARED;
    byLock
        .computeIfAbsent(key.get(0), o -> new ArrayList<>())
        .add(new Section(t, acquire, release, shared));
  }
}
