package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Fence;

/**
 * Numbers what a search can choose: the execution of an event has the event's number, the commit of
 * a buffered store has numbers behind all events.
 */
final class Steps {
  private final Problem problem;
  private final int events;

  Steps(Problem problem) {
    this.problem = problem;
    this.events = problem.events;
  }

  /** How many numbers there are. */
  int count() {
    return problem.model.relaxed() ? 2 * events : events;
  }

  /** The step that a machine's option stands for: a thread, or {@code ~event} for a commit. */
  int of(Machine machine, int option) {
    return option >= 0 ? machine.next(option) : events + ~option;
  }

  /** The machine's option for a step. */
  int option(int step) {
    return isCommit(step) ? ~(step - events) : problem.thread[step];
  }

  boolean isCommit(int step) {
    return step >= events;
  }

  int event(int step) {
    return step >= events ? step - events : step;
  }

  /** The step that makes a store visible. */
  int effect(int store) {
    return buffered(store) ? events + store : store;
  }

  boolean buffered(int e) {
    return problem.model.relaxed() && problem.kind[e] == EventKind.WRITE.ordinal();
  }

  /** The step changes memory or a library object. */
  boolean writes(int step) {
    return isCommit(step) || (!buffered(step) && problem.trace.kind(step).writes());
  }

  /** The step can be told from memory: no execution of a buffered store, no read of one's own. */
  boolean touchesMemory(Machine machine, int step) {
    if (machine.buffers == null || isCommit(step)) {
      return true;
    }
    EventKind kind = Problem.KINDS[problem.kind[step]];
    return kind != EventKind.WRITE
        && (kind != EventKind.READ
            || machine.buffers.forward(problem.thread[step], machine.cell(step)) < 0);
  }

  /** The step has something to wait for: what it does, or leads to, can be told from memory. */
  boolean hasPlace(Machine machine, int step) {
    return buffered(event(step)) || touchesMemory(machine, step);
  }

  /** Slot of the cell a memory step touches, under present values. */
  int cell(Machine machine, int step) {
    return isCommit(step) ? machine.buffers.cell(step - events) : machine.cell(step);
  }

  /** For each event the next of its thread that empties the store buffer, or -1. */
  int[] drains() {
    int[] drain = new int[events];
    for (int[] own : problem.byThread) {
      int next = -1;
      for (int i = own.length - 1; i >= 0; i--) {
        int e = own[i];
        drain[e] = next;
        EventKind kind = Problem.KINDS[problem.kind[e]];
        boolean drains =
            kind == EventKind.FENCE
                ? Fence.values()[problem.trace.mode(e)].drains()
                : kind != EventKind.READ && kind != EventKind.WRITE;
        next = drains ? e : next;
      }
    }
    return drain;
  }
}
