package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import java.util.Arrays;

/** The choices that a failed condition, or a dead end, can be traced back to. */
final class Blame {
  private static final int OLDER_STORES = 3;
  private static final int MOST_READS = 1 << 14;

  private final Problem problem;
  private final Machine machine;
  private final Walker walker;
  private final Steps steps;
  private final Contention contention;
  private final Decisions decisions;
  private final Slice slice;
  private int[] found = new int[64];
  private int count;
  private int visited;
  private int cut;

  Blame(Walker walker, Contention contention, Decisions decisions) {
    this.walker = walker;
    this.steps = walker.steps;
    this.contention = contention;
    this.machine = walker.machine;
    this.problem = machine.problem;
    this.decisions = decisions;
    this.slice = new Slice(machine, walker.depthOf);
  }

  /** The last choices that the reads of a condition hang on, about {@code wanted} of them. */
  Conflict of(Condition condition, int wanted) {
    count = 0;
    visited = 0;
    cut = 0;
    slice.visit(
        condition.expr(),
        r -> {
          read(r);
          boolean on = count < wanted && ++visited < MOST_READS;
          cut = on ? 0 : decisions.before(walker.depthOf[r]);
          return on;
        });
    return new Conflict(sorted(), cut);
  }

  private void read(int r) {
    add(r, true);
    for (int f = walker.woke[r]; f >= 0; f = walker.nextWoken[f]) {
      add(f, true);
    }
    if (machine.buffers != null && walker.missed[r] >= 0) {
      add(walker.missed[r], true);
    }
    int store = problem.trace.kind(r).isMemory() ? machine.source[r] : -1;
    if (store >= 0) {
      store(store, r);
    }
  }

  private void store(int store, int r) {
    int effect = steps.effect(store);
    if (problem.thread[store] == problem.thread[r] && steps.buffered(store)) {
      // Its own store, had it been visible sooner, could have been overwritten by another.
      add(effect, true);
    } else {
      late(effect, r);
      if (effect != store) {
        late(store, r);
      }
    }
    int older = machine.previous[store];
    for (int k = 0; older >= 0 && k < OLDER_STORES; k++) {
      if (contention.mayFollow(steps.effect(older), store)) {
        add(steps.effect(older), false);
        if (steps.buffered(older)) {
          add(older, false);
        }
      }
      older = machine.previous[older];
    }
  }

  /** Choices about a step that could have come after a read of what it stored. */
  private void late(int step, int r) {
    if (contention.mayFollow(step, r)) {
      // A store that slept until some other thread's load would be seen all the same without.
      int woken = walker.wokenBy[step];
      add(step, woken >= 0 && steps.writes(woken));
    }
  }

  /** Choices that put threads to sleep who now cannot be woken. */
  Conflict ofSleepers() {
    count = 0;
    walker.eachSleeper(step -> add(step, true));
    // Where nobody sleeps, threads block each other, and any choice may have led there.
    return new Conflict(sorted(), count == 0 ? decisions.size() : 0);
  }

  /** Adds the choices about a step: to let it run, and also to let it sleep if asked. */
  private void add(int step, boolean sleeps) {
    for (int d = decisions.of(step); d >= 0; d = decisions.earlier(d)) {
      if (decisions.slept(d) && !sleeps) {
        continue;
      }
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = d;
    }
  }

  private int[] sorted() {
    Arrays.sort(found, 0, count);
    int n = 0;
    for (int i = 0; i < count; i++) {
      if (n == 0 || found[n - 1] != found[i]) {
        found[n++] = found[i];
      }
    }
    return Arrays.copyOf(found, n);
  }
}
