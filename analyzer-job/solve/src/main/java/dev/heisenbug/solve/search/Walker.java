package dev.heisenbug.solve.search;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Runs a machine forward with every step remembered. A thread, or the commit of a store, can be put
 * to sleep: it then waits until something it conflicts with has been executed (sleep sets), because
 * the order in which it comes first is looked at elsewhere.
 */
final class Walker {
  /** Stores a thread may have under way before a sleeping commit is done all the same. */
  private static final int MOST_PENDING = 48;

  final Machine machine;
  final Steps steps;

  /** Place at which each event was last executed. */
  final int[] depthOf;

  /** Step that last woke this one; -1 for none. */
  final int[] wokenBy;

  /** One step that this one woke, and from there the next; -1 ends. */
  final int[] woke;

  final int[] nextWoken;

  /** A sleeping commit that kept a store from a read, when the read last ran; -1 for none. */
  final int[] missed;

  private final Problem problem;
  private final Contention contention;
  private final int threads;
  private final int sleep;
  private final int asleep;
  private final int[] commits;

  private int depth;
  private int executed;
  private int[] code = new int[1024];
  private int[] mark = new int[1024];
  private long[] before = new long[1024];
  private long performed;

  Walker(Machine machine, Contention contention) {
    this.machine = machine;
    this.problem = machine.problem;
    this.steps = new Steps(problem);
    this.contention = contention;
    this.threads = problem.threads;
    boolean relaxed = machine.buffers != null;
    this.asleep = machine.state.grow(1);
    this.sleep = machine.state.grow(threads + (relaxed ? problem.events : 0));
    this.commits = new int[relaxed ? problem.events : 0];
    this.depthOf = new int[problem.events];
    this.wokenBy = new int[steps.count()];
    this.woke = new int[steps.count()];
    this.nextWoken = new int[steps.count()];
    this.missed = new int[relaxed ? problem.events : 0];
  }

  int depth() {
    return depth;
  }

  /** Events executed now. */
  int executed() {
    return executed;
  }

  /** Steps taken ever. */
  long performed() {
    return performed;
  }

  /** Whether an option, a thread or {@code ~event}, must wait. */
  boolean sleeps(int option) {
    return sleepers() > 0
        && machine.state.get(slot(option)) != 0
        && (option >= 0 || machine.buffers.pendingCount(problem.thread[~option]) <= MOST_PENDING);
  }

  private int sleepers() {
    return machine.state.getInt(asleep);
  }

  private void setSleep(int option, int value) {
    machine.state.set(slot(option), value);
    machine.state.setQuiet(asleep, sleepers() + (value == 0 ? -1 : 1));
  }

  private int slot(int option) {
    return option >= 0 ? sleep + option : sleep + threads + ~option;
  }

  /** What was done: an option, one put to sleep, or a thread stopped. */
  private void push(int what) {
    if (depth == code.length) {
      code = Arrays.copyOf(code, depth * 2);
      mark = Arrays.copyOf(mark, depth * 2);
      before = Arrays.copyOf(before, depth * 2);
    }
    mark[depth] = machine.state.mark();
    before[depth] = machine.state.fingerprint();
    code[depth++] = what;
  }

  /** The next commit of a thread along the guide that does not sleep, or 0 for none. */
  int nextCommit(int t, int[] rank) {
    int n = machine.committable(t, commits);
    int best = 0;
    for (int i = 0; i < n; i++) {
      int c = commits[i];
      if ((best == 0 || rank(rank, c) < rank(rank, best)) && !sleeps(c)) {
        best = c;
      }
    }
    return best;
  }

  private int rank(int[] rank, int commit) {
    return rank[problem.events + ~commit];
  }

  /** Takes a step; sleepers that conflict with it wake. */
  void perform(int option) {
    int step = steps.of(machine, option);
    int e = steps.event(step);
    woke[step] = -1;
    push(option);
    if (option >= 0) {
      depthOf[e] = depth - 1;
      executed++;
      if (machine.buffers != null) {
        missed[e] = sleepers() > 0 ? missed(e) : -1;
      }
    } else if (machine.state.get(slot(option)) != 0) {
      setSleep(option, 0);
    }
    wakeOthers(step, problem.thread[e]);
    machine.perform(option);
    if (problem.trace.kind(e).isMemory()) {
      contention.touched(e, steps.cell(machine, step));
    }
    performed++;
  }

  private void wakeOthers(int step, int t) {
    for (int u = 0; sleepers() > 0 && u < threads; u++) {
      if (u != t) {
        wake(u, step);
        int n = machine.buffers == null ? 0 : machine.committable(u, commits);
        for (int i = 0; i < n; i++) {
          wake(commits[i], step);
        }
      }
    }
  }

  private void wake(int option, int by) {
    if (machine.state.get(slot(option)) != 0) {
      int sleeper = steps.of(machine, option);
      if (contention.conflict(machine, by, sleeper)) {
        setSleep(option, 0);
        wokenBy[sleeper] = by;
        nextWoken[sleeper] = woke[by];
        woke[by] = sleeper;
      }
    }
  }

  /** The sleeping commit behind which another thread has a store to the event's cell, or -1. */
  private int missed(int e) {
    if (!problem.trace.kind(e).isMemory() || !steps.touchesMemory(machine, e)) {
      return -1;
    }
    int cell = machine.cell(e);
    for (int u = 0; u < threads; u++) {
      if (u != problem.thread[e]
          && machine.buffers.anyPending(u, w -> machine.buffers.cell(w) == cell)) {
        int n = machine.committable(u, commits);
        for (int i = 0; i < n; i++) {
          if (sleeps(commits[i])) {
            return steps.of(machine, commits[i]);
          }
        }
      }
    }
    return -1;
  }

  void sleep(int option) {
    push(option >= 0 ? threads + option : option - problem.events);
    wokenBy[steps.of(machine, option)] = -1;
    setSleep(option, 1);
  }

  /** The thread stays where it is for good: it has gone as far as it must. */
  void stop(int t) {
    push(2 * threads + t);
    machine.stop(t);
  }

  /** Every sleeper has somebody to wake it who is not waiting for it. */
  boolean allCanWake() {
    if (sleepers() == 0) {
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
        if (waiting[t] && contention.likely(machine, machine.next(t), waiting)) {
          waiting[t] = false;
          left--;
          progress = true;
        }
      }
    }
    return left == 0 && commitsCanWake();
  }

  private boolean commitsCanWake() {
    for (int t = 0; machine.buffers != null && t < threads; t++) {
      int n = machine.committable(t, commits);
      for (int i = 0; i < n; i++) {
        if (sleeps(commits[i]) && !contention.likely(machine, steps.of(machine, commits[i]))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Visits the steps that sleep. */
  void eachSleeper(IntConsumer visitor) {
    for (int t = 0; sleepers() > 0 && t < threads; t++) {
      if (sleeps(t)) {
        visitor.accept(machine.next(t));
      }
      int n = machine.buffers == null ? 0 : machine.committable(t, commits);
      for (int i = 0; i < n; i++) {
        if (sleeps(commits[i])) {
          visitor.accept(steps.of(machine, commits[i]));
        }
      }
    }
  }

  void undoTo(int target) {
    if (target < depth) {
      for (int d = target; d < depth; d++) {
        executed -= executes(code[d]) ? 1 : 0;
      }
      depth = target;
      machine.state.undo(mark[depth], before[depth]);
    }
  }

  private boolean executes(int what) {
    return what >= 0 && what < threads;
  }

  private boolean commits(int what) {
    return what < 0 && ~what < problem.events;
  }

  /** The steps taken until now: events, and {@code ~event} for commits. */
  int[] schedule() {
    int[] position = new int[threads];
    int[] result = new int[depth];
    int n = 0;
    for (int d = 0; d < depth; d++) {
      if (executes(code[d])) {
        result[n++] = problem.byThread[code[d]][position[code[d]]++];
      } else if (commits(code[d])) {
        result[n++] = code[d];
      }
    }
    return Arrays.copyOf(result, n);
  }
}
