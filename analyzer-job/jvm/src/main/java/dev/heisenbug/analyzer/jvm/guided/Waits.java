package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which thread has waited for what another did: for its end, for a task's, a latch, a barrier or a
 * permit. Locks do not count: who takes one later has not waited for what came before.
 */
final class Waits {
  private final SymbolicTrace trace;

  /** By thread, how many events of each other one it has waited for. */
  private final int[][] known;

  private final Map<Integer, int[]> given = new HashMap<>();

  Waits(SymbolicTrace trace) {
    this.trace = trace;
    known = new int[trace.threadCount()][trace.threadCount()];
  }

  /** The next event of the run. */
  void follow(int e) {
    int[] mine = known[trace.thread(e)];
    mine[trace.thread(e)] = trace.indexInThread(e) + 1;
    switch (trace.kind(e)) {
      case FORK -> learn(known[trace.target(e)], mine);
      case JOIN -> learn(mine, known[trace.target(e)]);
      case POST, RELEASE, BARRIER_ENTER, UNPARK -> learn(given(trace.target(e)), mine);
      case AWAIT, ACQUIRE, BARRIER_EXIT, PARK -> learn(mine, given(trace.target(e)));
      default -> {}
    }
  }

  private int[] given(int object) {
    return given.computeIfAbsent(object, o -> new int[known.length]);
  }

  private static void learn(int[] pupil, int[] teacher) {
    Arrays.setAll(pupil, i -> Math.max(pupil[i], teacher[i]));
  }

  /** Whether a thread has waited, by now, for what a former event did. */
  boolean knows(int event, int thread) {
    return known[thread][trace.thread(event)] > trace.indexInThread(event);
  }
}
