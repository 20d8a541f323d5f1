package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/**
 * Events that can be run as soon as they are possible without losing any schedule, because nothing
 * another thread does can tell the difference: no branching is needed for them.
 */
final class SafeSteps {
  private SafeSteps() {}

  static boolean[] of(Problem problem) {
    SymbolicTrace trace = problem.trace;
    boolean[] watched = watchedObjects(trace);
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
