package dev.heisenbug.solve.search;

import java.util.Arrays;

/** Saves where a machine stands and goes back there, sharing what did not change in between. */
final class Snapshots {
  private static final long[] NOTHING = {};

  private final Machine machine;
  private final Problem problem;
  private final LiveValues live;
  private Snapshot loaded;

  Snapshots(Machine machine, LiveValues live) {
    this.machine = machine;
    this.problem = machine.problem;
    this.live = live;
    for (int e = 0; e < problem.events; e++) {
      boolean fixed = problem.trace.index(e) < 0 || isConst(problem.trace.index(e));
      if (problem.trace.kind(e).isMemory() && fixed) {
        machine.cell(e);
      }
    }
    long[][] values = new long[problem.threads][];
    Arrays.fill(values, NOTHING);
    loaded = new Snapshot(machine.state.save(), 0, values, Snapshot.Way.NONE, 0, null);
    machine.state.load(loaded.pages(), machine.state.fingerprint());
  }

  private boolean isConst(int node) {
    return problem.trace.exprs().isConst(node);
  }

  /** The state the machine was made in. */
  Snapshot start() {
    return loaded;
  }

  /** About what one saved state takes that shares most with others. */
  static long bytes(Snapshot s) {
    return 700 + 4L * s.pages().length + 8L * s.values().length;
  }

  /** Goes to a saved state. */
  void load(Snapshot to) {
    machine.state.load(to.pages(), to.fingerprint());
    for (int t = 0; t < problem.threads; t++) {
      if (to.values()[t] != loaded.values()[t]) {
        restore(t, to.values()[t]);
      }
    }
    loaded = to;
  }

  private void restore(int t, long[] saved) {
    int[] nodes = live.after(last(t));
    for (int i = 0; i < nodes.length; i++) {
      machine.values.set(nodes[i], saved[i]);
    }
    if (machine.buffers != null) {
      machine.buffers.restore(t, saved, nodes.length);
    }
  }

  private int last(int t) {
    int position = machine.position(t);
    return position == 0 ? -1 : problem.byThread[t][position - 1];
  }

  /**
   * Saves where the machine stands.
   *
   * @param steps from the state loaded last to here
   */
  Snapshot save(int[] steps) {
    return save(steps, loaded);
  }

  /** As {@link #save(int[])}, without a way back to the states before: they can be forgotten. */
  Snapshot saveAlone(int[] steps) {
    return save(steps, null);
  }

  private Snapshot save(int[] steps, Snapshot parent) {
    long[][] values = loaded.values().clone();
    int executed = loaded.executed();
    for (int step : steps) {
      values[problem.thread[step < 0 ? ~step : step]] = null;
      executed += step < 0 ? 0 : 1;
    }
    for (int t = 0; t < values.length; t++) {
      values[t] = values[t] == null ? values(t) : values[t];
    }
    return new Snapshot(
        machine.state.save(),
        machine.state.fingerprint(),
        values,
        loaded.way().then(steps),
        executed,
        parent);
  }

  private long[] values(int t) {
    int[] nodes = live.after(last(t));
    long[] pending = machine.buffers == null ? NOTHING : machine.buffers.pending(t);
    if (nodes.length + pending.length == 0) {
      return NOTHING;
    }
    long[] result = new long[nodes.length + pending.length];
    for (int i = 0; i < nodes.length; i++) {
      result[i] = machine.values.get(nodes[i]);
    }
    System.arraycopy(pending, 0, result, nodes.length, pending.length);
    return result;
  }
}
