package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A permit that is given back by a thread which takes permits of that semaphore, too, but had none:
 * from then on more threads come in than there are places. Threads that only give are none of this:
 * they tell others that there is something to take.
 */
final class Permits {
  private static final int SHOWN = 2;
  private final SymbolicTrace trace;
  private final int[] order;
  private final String failing;

  /** A thread and a semaphore. */
  private record Use(int thread, int semaphore) {}

  Permits(SymbolicTrace trace, int[] order, String failing) {
    this.trace = trace;
    this.order = order;
    this.failing = failing;
  }

  /** Adds the last such releases before the failing thread got a permit, and where it got it. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    int taken = lastTaken();
    if (taken < 0) {
      return;
    }
    int semaphore = trace.target(order[taken]);
    Set<Integer> takers = takers(semaphore);
    Map<Use, Integer> has = new HashMap<>();
    Map<Use, Integer> refused = new HashMap<>();
    TreeSet<Integer> wrong = new TreeSet<>();
    for (int i = 0; i < taken; i++) {
      int e = order[i];
      Use use = new Use(trace.thread(e), trace.target(e));
      switch (trace.kind(e)) {
        case ACQUIRE -> has.merge(use, trace.arg(e), Integer::sum);
        case ACQUIRE_FAIL -> refused.put(use, i);
        case RELEASE -> {
          int left = has.getOrDefault(use, 0) - trace.arg(e);
          has.put(use, Math.max(0, left));
          if (left < 0 && trace.target(e) == semaphore && takers.contains(use.thread())) {
            wrong.add(i);
          }
        }
        default -> {}
      }
    }
    for (int place : wrong.descendingSet().stream().limit(SHOWN).toList()) {
      int e = order[place];
      Integer no = refused.get(new Use(trace.thread(e), semaphore));
      if (no != null && no < place) {
        places.add(no);
      }
      places.add(place);
      places.add(taken);
      notes.put(place, "gives back what it did not have");
    }
  }

  private int lastTaken() {
    for (int i = order.length - 1; i >= 0; i--) {
      boolean his = trace.threadName(trace.thread(order[i])).equals(failing);
      if (his && trace.kind(order[i]) == EventKind.ACQUIRE) {
        return i;
      }
    }
    return -1;
  }

  private Set<Integer> takers(int semaphore) {
    Set<Integer> takers = new HashSet<>();
    for (int e : order) {
      boolean takes = trace.kind(e) == EventKind.ACQUIRE || trace.kind(e) == EventKind.ACQUIRE_FAIL;
      if (takes && trace.target(e) == semaphore) {
        takers.add(trace.thread(e));
      }
    }
    return takers;
  }
}
