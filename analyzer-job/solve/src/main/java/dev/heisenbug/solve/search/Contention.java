package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.solve.order.HappensBefore;

/**
 * Which steps of different threads do not commute, and whether their order is still open. A step is
 * an event's execution, or the commit of a buffered store; the execution of such a store does
 * nothing to others by itself but may wait for them, as its commit may.
 */
final class Contention {
  /** Accesses of another thread that are looked at for a computed address. */
  private static final int MOST_AHEAD = 64;

  private final Problem problem;
  private final Steps steps;
  private final AccessIndex accesses;
  private final HappensBefore known;
  private final boolean[] nobody;
  private final int[] drain;

  /** Slot of the cell each event touched when it last ran; 0 before that. */
  private final int[] lastCell;

  Contention(Problem problem, Relations relations) {
    this.problem = problem;
    this.steps = new Steps(problem);
    this.accesses = problem.accesses();
    this.known = relations.known();
    this.lastCell = new int[problem.events];
    this.nobody = new boolean[problem.threads];
    this.drain = problem.model.relaxed() ? steps.drains() : null;
  }

  /** Another thread may still do something before the step that tells which of them came first. */
  boolean open(Machine machine, int step) {
    int e = steps.event(step);
    if (!accesses.has(e) || !steps.hasPlace(machine, step)) {
      return false;
    }
    for (int u = 0; u < problem.threads; u++) {
      if (u != problem.thread[e]) {
        int f = accesses.conflict(e, u, machine.position(u));
        if ((f >= 0 && !comesFirst(step, f)) || pending(machine, e, u, -1)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The step certainly comes before the other thread's event. */
  private boolean comesFirst(int step, int f) {
    int last = steps.isCommit(step) ? drain[steps.event(step)] : step;
    return last >= 0
        && (problem.facts.lo(f) > problem.facts.hi(last)
            || (known != null && known.before(last, f)));
  }

  /**
   * Whether a thread has a store to the event's cell on its way to memory.
   *
   * @param cell its slot, or -1 for any cell that may be the same
   */
  private boolean pending(Machine machine, int e, int u, int cell) {
    return machine.buffers != null
        && machine.buffers.anyPending(
            u, w -> accesses.sameKey(w, e) && (cell < 0 || machine.buffers.cell(w) == cell));
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
  boolean likely(Machine machine, int step) {
    return likely(machine, step, nobody);
  }

  /**
   * @param without threads whose events still to come do not count
   */
  boolean likely(Machine machine, int step, boolean[] without) {
    int e = steps.event(step);
    if (!accesses.has(e) || !steps.hasPlace(machine, step)) {
      return false;
    }
    int cell = accesses.computed(e) ? steps.cell(machine, step) : -1;
    for (int u = 0; u < problem.threads; u++) {
      if (u != problem.thread[e]
          && ((!without[u] && ahead(machine, step, u, cell)) || pending(machine, e, u, cell))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread is about to touch a cell, or any that may be the same where it is -1. */
  private boolean ahead(Machine machine, int step, int u, int cell) {
    int e = steps.event(step);
    int n = accesses.firstConflict(e, u, machine.position(u));
    for (int k = 0; k < MOST_AHEAD; k++) {
      int f = accesses.conflict(e, u, n, k);
      if (f < 0 || comesFirst(step, f)) {
        return false;
      }
      if (cell < 0 || lastCell[f] == cell || lastCell[f] == 0) {
        return true;
      }
    }
    return false;
  }

  /** A step that is taken now does not commute with one of another thread that waits. */
  boolean conflict(Machine machine, int x, int y) {
    int e = steps.event(x);
    int f = steps.event(y);
    if (!accesses.sameKey(e, f) || !(accesses.changes(e) || accesses.changes(f))) {
      return false;
    }
    EventKind kind = Problem.KINDS[problem.kind[e]];
    return !kind.isMemory()
        || (steps.touchesMemory(machine, x)
            && steps.hasPlace(machine, y)
            && steps.cell(machine, x) == steps.cell(machine, y));
  }

  /** Whether a step can come after an event of another thread. */
  boolean mayFollow(int step, int event) {
    int last = steps.isCommit(step) ? drain[steps.event(step)] : step;
    return problem.thread[steps.event(step)] != problem.thread[event]
        && (last < 0 || problem.facts.hi(last) >= problem.facts.lo(event));
  }
}
