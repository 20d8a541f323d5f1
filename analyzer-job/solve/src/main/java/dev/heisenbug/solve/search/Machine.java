package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Fence;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Executes a trace forward with concrete values, one step at a time, and goes back at the cost of
 * what changed. A step is a thread number (its next event) or {@code ~event} (commit of a store).
 */
final class Machine {
  /** Source of a library call's result that nothing determines. */
  static final int FREE = -2;

  private static final long READ_TAG = 0x5245_4144L;

  final Problem problem;
  final State state;
  final Evaluator values;
  private final Layout at;
  private final Cells cells;
  private final SyncSteps sync;

  /** Null where stores are not buffered. */
  final StoreBuffers buffers;

  /** Value read (or written, by a plain write) when the event last ran. */
  final long[] value;

  /** Event a read took its value from when it last ran; -1 for the initial value. */
  final int[] source;

  /** Event that had written the cell before a store did; -1 for none. */
  final int[] previous;

  /** Results of library calls whose history differs from the observed one. */
  final long[] opaqueChoice;

  /** Values chosen for the trace's unknowns. */
  final long[] unknowns;

  Machine(Problem problem, long[] unknowns, long[] opaqueChoice) {
    this.problem = problem;
    this.unknowns = unknowns;
    this.at = new Layout(problem.trace, problem.model.relaxed());
    this.state = new State(at.size);
    this.values = new Evaluator(problem.eval, unknowns);
    this.cells = new Cells(problem.trace);
    this.sync = new SyncSteps(problem, at, state);
    this.buffers = problem.model.relaxed() ? new StoreBuffers(problem, at, state) : null;
    this.value = new long[problem.events];
    this.source = new int[problem.events];
    this.previous = new int[problem.events];
    Arrays.fill(previous, -1);
    this.opaqueChoice = opaqueChoice;
    for (int o = 0; o < problem.trace.objects().size(); o++) {
      state.init(at.object(o, Layout.COUNT), problem.trace.objects().get(o).permits());
    }
  }

  /** A machine at the start, with the same free values. */
  Machine fresh() {
    return new Machine(problem, unknowns, opaqueChoice.clone());
  }

  int position(int t) {
    return state.getInt(t);
  }

  boolean executed(int e) {
    return state.getInt(problem.thread[e]) > problem.index[e];
  }

  /** The next event of a thread, or -1 at its end or where a condition stopped it. */
  int next(int t) {
    int pos = state.getInt(t);
    return pos < problem.byThread[t].length && state.get(at.stuck + t) == 0
        ? problem.byThread[t][pos]
        : -1;
  }

  /** The end of the earliest clock window among events still to come. */
  long horizon() {
    long horizon = Long.MAX_VALUE;
    if (problem.facts.hasWindow()) {
      for (int t = 0; t < problem.threads; t++) {
        int pos = state.getInt(t);
        if (pos < problem.byThread[t].length) {
          horizon = Math.min(horizon, problem.facts.hi(problem.byThread[t][pos]));
        }
      }
    }
    return horizon;
  }

  /** Collects all steps possible now; returns how many. */
  int enabled(int[] out) {
    int n = 0;
    long horizon = horizon();
    for (int t = 0; t < problem.threads; t++) {
      if (buffers != null) {
        int first = n;
        n = buffers.committable(t, out, n);
        for (int i = first; i < n; i++) {
          if (!effectReady(~out[i])) {
            out[i--] = out[--n];
          }
        }
      }
      if (canExecute(t, horizon)) {
        out[n++] = t;
      }
    }
    return n;
  }

  /** Collects the commits of a thread that are possible now; returns how many. */
  int committable(int t, int[] out) {
    int n = buffers.committable(t, out, 0);
    int kept = 0;
    for (int i = 0; i < n; i++) {
      if (effectReady(~out[i])) {
        out[kept++] = out[i];
      }
    }
    return kept;
  }

  /** Upper bound of {@link #enabled}'s result. */
  int maxSteps() {
    return buffers == null ? problem.threads : problem.threads + problem.events;
  }

  boolean canExecute(int t, long horizon) {
    int e = next(t);
    if (e < 0 || problem.facts.lo(e) > horizon) {
      return false;
    }
    long open = state.get(at.openGroup);
    if (open != 0 && open != t + 1) {
      return false;
    }
    for (int i = problem.issuePredStart[e]; i < problem.issuePredStart[e + 1]; i++) {
      if (!executed(problem.issuePred[i])) {
        return false;
      }
    }
    EventKind kind = Problem.KINDS[problem.kind[e]];
    boolean buffered = buffers != null && kind == EventKind.WRITE;
    if (!buffered && !effectReady(e)) {
      return false;
    }
    return switch (kind) {
      case READ, WRITE -> true;
      case FENCE ->
          buffers == null || !Fence.values()[problem.trace.mode(e)].drains() || buffers.drained(t);
      default -> (buffers == null || buffers.drained(t)) && ready(e, t, kind);
    };
  }

  /** Whether a schedule's step, an event or {@code ~event} for a commit, is possible now. */
  boolean canPerform(int step) {
    if (step >= 0) {
      int t = problem.thread[step];
      return next(t) == step && canExecute(t, horizon());
    }
    int[] open = new int[problem.byThread[problem.thread[~step]].length];
    int n = committable(problem.thread[~step], open);
    return Arrays.stream(open, 0, n).anyMatch(o -> o == step);
  }

  private boolean ready(int e, int t, EventKind kind) {
    return switch (kind) {
      case RMW, OPAQUE, START, EXIT -> true;
      case FORK -> state.get(problem.trace.target(e)) == 0;
      case JOIN -> true;
      default -> sync.enabled(e, kind);
    };
  }

  private boolean effectReady(int e) {
    for (int i = problem.effectPredStart[e]; i < problem.effectPredStart[e + 1]; i++) {
      int before = problem.effectPred[i];
      boolean buffered = buffers != null && problem.kind[before] == EventKind.WRITE.ordinal();
      if (!(buffered ? buffers.committed(before) : executed(before))) {
        return false;
      }
    }
    return true;
  }

  /** Performs a step; conditions are the caller's business. */
  void perform(int step) {
    if (step < 0) {
      previous[~step] = state.getInt(buffers.cell(~step) + 1);
      buffers.commit(~step);
    } else {
      execute(step);
    }
  }

  private void execute(int t) {
    int pos = state.getInt(t);
    int e = problem.byThread[t][pos];
    EventKind kind = Problem.KINDS[problem.kind[e]];
    switch (kind) {
      case READ -> read(e, t);
      case WRITE -> write(e, t);
      case RMW -> rmw(e, t);
      case OPAQUE -> opaque(e);
      case FENCE, START, EXIT, FORK, JOIN -> {}
      default -> sync.perform(e, kind);
    }
    state.set(t, pos + 1);
    if (problem.groupGoesOn[e]) {
      state.set(at.openGroup, t + 1);
    } else if (state.get(at.openGroup) != 0) {
      state.set(at.openGroup, 0);
    }
    needs(e, t);
  }

  /** Brings the fingerprints up to date with the values the thread needs from now on. */
  private void needs(int e, int t) {
    Liveness live = problem.eval.liveness;
    long change = 0;
    for (int i = live.birthStart[e]; i < live.birthStart[e + 1]; i++) {
      change ^= Mix.of(READ_TAG + live.births[i], values.get(live.births[i]));
    }
    for (int i = live.deathStart[e]; i < live.deathStart[e + 1]; i++) {
      change ^= Mix.of(READ_TAG + live.deaths[i], values.get(live.deaths[i]));
    }
    if (change != 0) {
      state.mix(change);
      state.setQuiet(at.local + t, state.get(at.local + t) ^ change);
    }
  }

  /** Fingerprint of the values a thread still needs. */
  long local(int t) {
    return state.get(at.local + t);
  }

  private void arrive(int e, long read, int from) {
    value[e] = read;
    source[e] = from;
    values.setRead(e, read);
    values.arrive(e);
  }

  private void read(int e, int t) {
    int slot = cells.of(e, state, values);
    int own = buffers == null ? -1 : buffers.forward(t, slot);
    if (own >= 0) {
      arrive(e, buffers.value(own), own);
    } else {
      arrive(e, state.get(slot), state.getInt(slot + 1));
    }
  }

  private void write(int e, int t) {
    int slot = cells.of(e, state, values);
    long v = values.get(problem.trace.value(e));
    value[e] = v;
    if (buffers == null) {
      previous[e] = state.getInt(slot + 1);
      state.set(slot, v);
      state.setQuiet(slot + 1, e);
    } else {
      buffers.issue(e, slot, v);
    }
  }

  private void rmw(int e, int t) {
    int slot = cells.of(e, state, values);
    arrive(e, state.get(slot), state.getInt(slot + 1));
    previous[e] = source[e];
    state.set(slot, values.get(problem.trace.value(e)));
    state.setQuiet(slot + 1, e);
  }

  private void opaque(int e) {
    int slot = at.object(problem.trace.target(e), Layout.HISTORY);
    long history = state.get(slot);
    boolean known = problem.opaqueKnown[e] && history == problem.opaqueHistory[e];
    arrive(e, known ? problem.trace.observed(e) : opaqueChoice[e], known ? -1 : FREE);
    state.set(slot, OpaqueHistory.next(history, e, problem.trace.mode(e)));
  }

  /** Event that last wrote a cell, -1 for none. */
  int writer(int slot) {
    return state.getInt(slot + 1);
  }

  /** Slot of the cell a memory event touches, under present values. */
  int cell(int e) {
    return cells.of(e, state, values);
  }

  /** Takes one cell with its present value. */
  interface CellValue {
    void cell(int location, long index, long value);
  }

  /** Visits every cell met so far; index 0 for a plain variable. */
  void eachCell(CellValue visitor) {
    cells.each((location, index, slot) -> visitor.cell(location, index, state.get(slot)));
  }

  /** Permits, count or tokens an object has now. */
  long permits(int object) {
    return state.get(at.object(object, Layout.COUNT));
  }

  /** The thread that holds a lock, or -1. */
  int owner(int object) {
    return (int) state.get(at.object(object, Layout.OWNER)) - 1;
  }

  /** How often its owner holds a lock. */
  int depth(int object) {
    return (int) state.get(at.object(object, Layout.DEPTH));
  }

  /** Nobody reads under the lock, waits for the condition or stands at the barrier. */
  boolean plain(int object) {
    return state.get(at.object(object, Layout.READERS)) == 0
        && state.get(at.object(object, Layout.ARRIVED)) == 0
        && (at.queue[object] < 0 || state.get(at.queueEnd(object)) == 0);
  }

  /** No thread is inside a group of events that must not be interrupted. */
  boolean outsideGroup() {
    return state.get(at.openGroup) == 0;
  }

  /** The first condition at a thread's present position that does not hold, or null. */
  Condition violated(int t) {
    return violated(t, c -> true);
  }

  /** As {@link #violated(int)}, of those conditions that count. */
  Condition violated(int t, Predicate<Condition> counts) {
    int pos = state.getInt(t);
    int end = problem.condStart[t][pos + 1];
    for (int i = problem.condStart[t][pos]; i < end; i++) {
      if (values.get(problem.condExpr[t][i]) == 0 && counts.test(problem.condition[t][i])) {
        return problem.condition[t][i];
      }
    }
    return null;
  }

  /** A condition does not hold but the thread need not go on: it stays where it is. */
  void stop(int t) {
    state.set(at.stuck + t, 1);
  }

  Condition violatedGoal() {
    return violatedGoal(c -> true);
  }

  /** As {@link #violatedGoal()}, of those goals that count. */
  Condition violatedGoal(Predicate<Condition> counts) {
    for (Condition goal : problem.goals) {
      if (values.get(goal.expr()) == 0 && counts.test(goal)) {
        return goal;
      }
    }
    return null;
  }

  boolean complete() {
    for (int t = 0; t < problem.threads; t++) {
      if (state.getInt(t) < problem.required[t]) {
        return false;
      }
    }
    return true;
  }
}
