package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.order.HappensBefore;
import java.util.ArrayList;
import java.util.List;

/**
 * Says whether a thread's next event can be run at once without losing any schedule: nothing that
 * another thread may still do before it can tell the difference. Stores must not be buffered.
 */
final class Solo {
  private static final int[] NONE = {};

  private final Problem problem;
  private final boolean[] safe;
  private final AccessIndex accesses;
  private final HappensBefore known;

  /** Per object and thread the places in program order of the events that touch it. */
  private final int[][] uses;

  /** Locks held when an event is executed, each with the place where it was taken. */
  private final int[][] held;

  Solo(Problem problem, HappensBefore known) {
    this.problem = problem;
    this.safe = SafeSteps.of(problem);
    this.accesses = problem.accesses();
    this.known = known;
    this.uses = problem.model.relaxed() ? null : uses();
    this.held = problem.model.relaxed() ? null : held();
  }

  private int[][] uses() {
    SymbolicTrace trace = problem.trace;
    List<List<Integer>> lists = new ArrayList<>();
    for (int i = 0; i < trace.objects().size() * problem.threads; i++) {
      lists.add(new ArrayList<>());
    }
    for (int t = 0; t < problem.threads; t++) {
      for (int i = 0; i < problem.byThread[t].length; i++) {
        int e = problem.byThread[t][i];
        if (trace.kind(e).target() == EventKind.Target.OBJECT) {
          lists.get(trace.target(e) * problem.threads + t).add(i);
          if (twoObjects(e)) {
            lists.get(trace.arg(e) * problem.threads + t).add(i);
          }
        }
      }
    }
    return lists.stream()
        .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  private boolean twoObjects(int e) {
    EventKind kind = Problem.KINDS[problem.kind[e]];
    return kind == EventKind.WAIT || kind == EventKind.WAKE;
  }

  private int[][] held() {
    int[][] result = new int[problem.events][];
    for (int[] own : problem.byThread) {
      HeldLocks locks = new HeldLocks(problem.trace);
      for (int i = 0; i < own.length; i++) {
        result[own[i]] = locks.now();
        locks.step(own[i], i);
      }
    }
    return result;
  }

  /** The event, next of its thread, may run now if it can. */
  boolean alone(Machine machine, int e) {
    if (safe[e]) {
      return true;
    }
    if (problem.model.relaxed() || problem.groupGoesOn[e]) {
      return false;
    }
    EventKind kind = Problem.KINDS[problem.kind[e]];
    if (kind.isMemory()) {
      return aloneAtCell(machine, e);
    }
    return kind.target() == EventKind.Target.OBJECT
        && aloneAtObject(machine, e, problem.trace.target(e))
        && (!twoObjects(e) || aloneAtObject(machine, e, problem.trace.arg(e)));
  }

  private boolean aloneAtCell(Machine machine, int e) {
    int t = problem.thread[e];
    for (int u = 0; u < problem.threads; u++) {
      if (u != t) {
        int f = accesses.conflict(e, u, machine.position(u));
        if (f >= 0 && !later(e, f) && !shutOut(machine, t, u, f)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean aloneAtObject(Machine machine, int e, int object) {
    int t = problem.thread[e];
    for (int u = 0; u < problem.threads; u++) {
      if (u != t) {
        int f = nextUse(object, u, machine.position(u));
        if (f >= 0 && !later(e, f) && !shutOut(machine, t, u, f)) {
          return false;
        }
      }
    }
    return true;
  }

  private int nextUse(int object, int u, int position) {
    int[] list = uses[object * problem.threads + u];
    int low = 0;
    int high = list.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (list[middle] < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < list.length ? problem.byThread[u][list[low]] : -1;
  }

  /** Event f certainly comes after e. */
  private boolean later(int e, int f) {
    return problem.facts.lo(f) > problem.facts.hi(e) || (known != null && known.before(e, f));
  }

  /** Before thread u can do f it must take a lock that thread t holds now. */
  private boolean shutOut(Machine machine, int t, int u, int f) {
    int[] locks = held[f];
    for (int i = 0; i < locks.length; i += 2) {
      if (locks[i + 1] >= machine.position(u) && machine.owner(locks[i]) == t) {
        return true;
      }
    }
    return false;
  }

  /** The locks one thread holds while its events go by. */
  private static final class HeldLocks {
    private final SymbolicTrace trace;
    private final List<int[]> stack = new ArrayList<>();
    private int[] now = NONE;

    HeldLocks(SymbolicTrace trace) {
      this.trace = trace;
    }

    /** Pairs of a lock and the place where it was taken. */
    int[] now() {
      return now;
    }

    void step(int e, int place) {
      switch (trace.kind(e)) {
        case LOCK -> stack.add(new int[] {trace.target(e), place});
        case UNLOCK -> drop(trace.target(e), false);
        case WAIT -> drop(trace.arg(e), true);
        case WAKE -> stack.add(new int[] {trace.arg(e), place});
        default -> {
          return;
        }
      }
      now = stack.stream().flatMapToInt(java.util.Arrays::stream).toArray();
    }

    /** Lets go of a lock taken last, or of all its levels; what is unclear counts as not held. */
    private void drop(int lock, boolean all) {
      for (int i = stack.size() - 1; i >= 0; i--) {
        if (stack.get(i)[0] == lock) {
          stack.remove(i);
          if (!all) {
            return;
          }
        }
      }
    }
  }
}
