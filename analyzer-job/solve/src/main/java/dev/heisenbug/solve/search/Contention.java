package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.solve.order.HappensBefore;

/** Which events of different threads do not commute, and whether their order is still open. */
final class Contention {
  /** Accesses of another thread that are looked at for a computed address. */
  private static final int MOST_AHEAD = 64;

  private final Problem problem;
  private final AccessIndex accesses;
  private final HappensBefore known;
  private final boolean[] nobody;

  /** Slot of the cell each event touched when it last ran; 0 before that. */
  private final int[] lastCell;

  Contention(Problem problem, Relations relations) {
    this.problem = problem;
    this.accesses = relations.accesses();
    this.known = relations.known();
    this.lastCell = new int[problem.events];
    this.nobody = new boolean[problem.threads];
  }

  /** Another thread may still do something before the event that tells which of them came first. */
  boolean open(Machine machine, int e, int t) {
    return open(machine, e, t, nobody);
  }

  /**
   * @param without threads that do not count
   */
  boolean open(Machine machine, int e, int t, boolean[] without) {
    if (!accesses.has(e)) {
      return false;
    }
    long end = problem.facts.hi(e);
    for (int u = 0; u < problem.threads; u++) {
      if (u != t && !without[u]) {
        int f = accesses.conflict(e, u, machine.position(u));
        if (f >= 0 && problem.facts.lo(f) <= end && !(known != null && known.before(e, f))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Remembers which cell an event touches, for {@link #likely}. */
  void touched(int e, int cell) {
    if (accesses.computed(e)) {
      lastCell[e] = cell;
    }
  }

  /**
   * As {@link #open}, but where addresses are computed a thread counts only if it touched the same
   * cell when its events last ran, or has not got there yet.
   */
  boolean likely(Machine machine, int e, int t) {
    return likely(machine, e, t, nobody);
  }

  /**
   * @param without threads that do not count
   */
  boolean likely(Machine machine, int e, int t, boolean[] without) {
    if (!accesses.computed(e)) {
      return open(machine, e, t, without);
    }
    int cell = machine.cell(e);
    long end = problem.facts.hi(e);
    for (int u = 0; u < problem.threads; u++) {
      int n = u == t || without[u] ? -1 : accesses.firstConflict(e, u, machine.position(u));
      for (int k = 0; n >= 0 && k < MOST_AHEAD; k++) {
        int f = accesses.conflict(e, u, n, k);
        if (f < 0 || problem.facts.lo(f) > end || (known != null && known.before(e, f))) {
          break;
        }
        if (lastCell[f] == cell || lastCell[f] == 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The next events of two threads do not commute, under present values. */
  boolean conflict(Machine machine, int e, int f) {
    if (f < 0 || !accesses.sameKey(e, f) || !(accesses.changes(e) || accesses.changes(f))) {
      return false;
    }
    EventKind kind = Problem.KINDS[problem.kind[e]];
    return !kind.isMemory() || machine.cell(e) == machine.cell(f);
  }
}
