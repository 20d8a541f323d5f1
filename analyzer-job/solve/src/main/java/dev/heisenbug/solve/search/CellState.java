package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Ops;

/**
 * Where one cell and the threads that use it stand, while its accesses are executed without
 * anything else; what other cells have a part in is open and satisfies every condition.
 */
final class CellState {
  private static final long POSITION = 0x504F_5300L;

  final Machine machine;
  final Problem problem;

  /** Accesses of each thread that are done. */
  final int[] position;

  private final EvalPlan eval;
  private final long[] value;
  private final boolean[] open;
  long content;
  boolean contentOpen;

  CellState(Machine machine) {
    this.machine = machine;
    this.problem = machine.problem;
    this.eval = problem.eval;
    this.value = new long[eval.nodes];
    this.open = new boolean[eval.nodes];
    this.position = new int[problem.threads];
  }

  /** Takes over where the machine stands; returns how many accesses are done. */
  int enter(CellPlan plan, int slot) {
    int done = 0;
    for (int t = 0; t < position.length; t++) {
      position[t] = plan.before(t, placed(t, slot));
      done += position[t];
      for (int n : plan.live(t, position[t])) {
        value[n] = machine.values.get(n);
        open[n] = false;
      }
    }
    content = machine.state.get(slot);
    contentOpen = false;
    return done;
  }

  /** Up to where a thread's accesses to a cell have their place: its first pending store there. */
  private int placed(int t, int slot) {
    int store = machine.buffers == null ? -1 : machine.buffers.firstPending(t, slot);
    return store < 0 ? machine.position(t) : problem.index[store];
  }

  /** Lists the values that tell this state from others with as many accesses done. */
  void symbols(CellPlan plan, Symbols to) {
    to.begin();
    to.add(-1, content, contentOpen);
    for (int t = 0; t < position.length; t++) {
      for (int n : plan.live(t, position[t])) {
        to.add(n, value[n], open[n]);
      }
    }
  }

  /** Says which accesses are done. */
  long place() {
    long hash = 0;
    for (int t = 0; t < position.length; t++) {
      hash ^= Mix.of(POSITION + t, position[t]);
    }
    return hash;
  }

  /** Executes an access; false where it breaks a condition. */
  boolean perform(CellPlan.Access access) {
    int read = eval.readNode[access.event];
    if (read >= 0) {
      value[read] = content;
      open[read] = contentOpen;
    }
    for (int n : access.computes) {
      compute(n);
    }
    for (int n : access.conditions) {
      if (!isOpen(n) && value(n) == 0) {
        return false;
      }
    }
    if (problem.trace.kind(access.event).writes()) {
      contentOpen = access.stored < 0 || isOpen(access.stored);
      content = contentOpen ? 0 : value(access.stored);
    }
    return true;
  }

  private void compute(int n) {
    boolean some = false;
    for (int i = 0; i < eval.op[n].arity(); i++) {
      some |= isOpen(eval.operand(n, i));
    }
    open[n] = some;
    if (!some) {
      long a = value(eval.a[n]);
      long b = value(eval.b[n]);
      long c = value(eval.c[n]);
      value[n] = Ops.apply(eval.op[n], eval.sort[n], eval.operandSort[n], a, b, c);
    }
  }

  boolean isOpen(int n) {
    return eval.readyAt[n] != EvalPlan.FREE && open[n];
  }

  long value(int n) {
    return eval.readyAt[n] == EvalPlan.FREE ? machine.values.get(n) : value[n];
  }
}
