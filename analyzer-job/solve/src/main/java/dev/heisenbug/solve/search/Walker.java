package dev.heisenbug.solve.search;

import java.util.Arrays;

/**
 * Runs a machine forward with every step remembered. A thread can be put to sleep: its next event
 * then waits until something it conflicts with has been executed (sleep sets), because the order in
 * which it comes first is looked at elsewhere.
 */
final class Walker {
  final Machine machine;

  /** Step at which each event was last executed. */
  final int[] depthOf;

  /** Event whose execution last woke a thread that slept before this event; -1 for none. */
  final int[] wokenBy;

  /** One event whose thread the execution of this one woke, and from there the next; -1 ends. */
  final int[] woke;

  final int[] nextWoken;

  private final Problem problem;
  private final Contention contention;
  private final int threads;
  private final int sleep;
  private int asleep;

  private int depth;
  private int executed;
  private int[] code = new int[1024];
  private int[] mark = new int[1024];
  private long[] before = new long[1024];
  private long performed;

  Walker(Machine machine, Contention contention) {
    this.machine = machine;
    this.problem = machine.problem;
    this.contention = contention;
    this.threads = problem.threads;
    this.sleep = machine.state.grow(threads);
    this.depthOf = new int[problem.events];
    this.wokenBy = new int[problem.events];
    this.woke = new int[problem.events];
    this.nextWoken = new int[problem.events];
  }

  int depth() {
    return depth;
  }

  /** Events executed now. */
  int executed() {
    return executed;
  }

  /** Events executed ever. */
  long performed() {
    return performed;
  }

  boolean sleeps(int t) {
    return asleep > 0 && machine.state.get(sleep + t) != 0;
  }

  private void push(int c) {
    if (depth == code.length) {
      code = Arrays.copyOf(code, depth * 2);
      mark = Arrays.copyOf(mark, depth * 2);
      before = Arrays.copyOf(before, depth * 2);
    }
    mark[depth] = machine.state.mark();
    before[depth] = machine.state.fingerprint();
    code[depth++] = c;
  }

  /** Executes the next event of a thread; sleepers that conflict with it wake. */
  void perform(int t) {
    int e = machine.next(t);
    depthOf[e] = depth;
    woke[e] = -1;
    push(t);
    for (int u = 0; asleep > 0 && u < threads; u++) {
      if (machine.state.get(sleep + u) != 0) {
        int f = machine.next(u);
        if (contention.conflict(machine, e, f)) {
          machine.state.set(sleep + u, 0);
          wokenBy[f] = e;
          nextWoken[f] = woke[e];
          woke[e] = f;
          asleep--;
        }
      }
    }
    machine.perform(t);
    if (problem.trace.kind(e).isMemory()) {
      contention.touched(e, machine.cell(e));
    }
    executed++;
    performed++;
  }

  void sleep(int t) {
    push(threads + t);
    wokenBy[machine.next(t)] = -1;
    machine.state.set(sleep + t, 1);
    asleep++;
  }

  /** The thread stays where it is for good: it has gone as far as it must. */
  void stop(int t) {
    push(2 * threads + t);
    machine.stop(t);
  }

  /** Every sleeper has somebody to wake it who is not waiting for it. */
  boolean allCanWake() {
    if (asleep == 0) {
      return true;
    }
    boolean[] waiting = new boolean[threads];
    int left = 0;
    for (int t = 0; t < threads; t++) {
      waiting[t] = sleeps(t);
      left += waiting[t] ? 1 : 0;
    }
    boolean progress = true;
    while (left > 0 && progress) {
      progress = false;
      for (int t = 0; t < threads; t++) {
        if (waiting[t] && contention.likely(machine, machine.next(t), t, waiting)) {
          waiting[t] = false;
          left--;
          progress = true;
        }
      }
    }
    return left == 0;
  }

  void undoTo(int target) {
    if (target < depth) {
      for (int d = target; d < depth; d++) {
        executed -= code[d] < threads ? 1 : 0;
      }
      depth = target;
      machine.state.undo(mark[depth], before[depth]);
      asleep = 0;
      for (int u = 0; u < threads; u++) {
        asleep += machine.state.get(sleep + u) != 0 ? 1 : 0;
      }
    }
  }

  /** The events executed now, in order. */
  int[] events() {
    int[] position = new int[threads];
    int[] result = new int[executed];
    int n = 0;
    for (int d = 0; d < depth; d++) {
      if (code[d] < threads) {
        result[n++] = problem.byThread[code[d]][position[code[d]]++];
      }
    }
    return result;
  }
}
