package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Events that can be run as soon as they are possible without losing any schedule, because nothing
 * another thread does can tell the difference: no branching is needed for them.
 */
final class SafeSteps {
  private SafeSteps() {}

  static boolean[] of(Problem problem) {
    SymbolicTrace trace = problem.trace;
    boolean[] watched = watchedObjects(trace);
    boolean[] roomy = roomyBarriers(trace);
    boolean[] tested = testedSemaphores(trace);
    int[] users = users(trace);
    boolean[] safe = new boolean[problem.events];
    for (int e = 0; e < problem.events; e++) {
      EventKind kind = Problem.KINDS[problem.kind[e]];
      safe[e] =
          !problem.groupGoesOn[e]
              && switch (kind) {
                case START, EXIT, FORK, JOIN -> true;
                case FENCE -> !problem.model.relaxed();
                case UNLOCK, POST, AWAIT -> !watched[trace.target(e)];
                case BARRIER_EXIT -> true;
                case BARRIER_ENTER -> roomy[trace.target(e)];
                case RELEASE -> !tested[trace.target(e)];
                case READ, RMW -> users[trace.target(e)] >= 0;
                case WRITE -> users[trace.target(e)] >= 0 && !problem.model.relaxed();
                default -> false;
              };
    }
    return safe;
  }

  /** Objects whose state can be taken away or found missing, so that being early matters. */
  private static boolean[] watchedObjects(SymbolicTrace trace) {
    boolean[] watched = new boolean[trace.objects().size()];
    for (int e = 0; e < trace.eventCount(); e++) {
      switch (trace.kind(e)) {
        case LOCK_FAIL, ACQUIRE_FAIL, ACQUIRE, PARK, UNPARK -> watched[trace.target(e)] = true;
        default -> {}
      }
    }
    return watched;
  }

  /** Semaphores that somebody found too low: who gives back early may be noticed. */
  private static boolean[] testedSemaphores(SymbolicTrace trace) {
    boolean[] tested = new boolean[trace.objects().size()];
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e) == EventKind.ACQUIRE_FAIL) {
        tested[trace.target(e)] = true;
      }
    }
    return tested;
  }

  /** Barriers with a place for each thread, which leaves before it comes again: early or late. */
  private static boolean[] roomyBarriers(SymbolicTrace trace) {
    int objects = trace.objects().size();
    int[] parties = new int[objects];
    BitSet[] users = new BitSet[objects];
    boolean[] roomy = new boolean[objects];
    Arrays.fill(roomy, true);
    for (int t = 0; t < trace.threadCount(); t++) {
      BitSet inside = new BitSet();
      for (int i = 0; i < trace.threadLength(t); i++) {
        int e = trace.event(t, i);
        int o = trace.target(e);
        if (trace.kind(e) == EventKind.BARRIER_ENTER) {
          boolean first = users[o] == null;
          users[o] = first ? new BitSet() : users[o];
          roomy[o] &= !inside.get(o) && (first || parties[o] == trace.arg(e));
          parties[o] = trace.arg(e);
          users[o].set(t);
          inside.set(o);
        } else if (trace.kind(e) == EventKind.BARRIER_EXIT) {
          inside.clear(o);
        }
      }
    }
    for (int o = 0; o < objects; o++) {
      roomy[o] &= users[o] != null && users[o].cardinality() <= parties[o];
    }
    return roomy;
  }

  /** The only thread that uses a location, or -1 where several do. */
  private static int[] users(SymbolicTrace trace) {
    int[] users = new int[trace.locations().size()];
    Arrays.fill(users, -2);
    for (int e = 0; e < trace.eventCount(); e++) {
      if (trace.kind(e).isMemory()) {
        int l = trace.target(e);
        users[l] = users[l] == -2 || users[l] == trace.thread(e) ? trace.thread(e) : -1;
      }
    }
    return users;
  }
}
