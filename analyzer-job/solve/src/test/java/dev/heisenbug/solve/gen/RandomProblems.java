package dev.heisenbug.solve.gen;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.check.CheckState;
import dev.heisenbug.solve.check.ScheduleChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Small random traces of every kind of event, with facts taken from a random execution. */
public final class RandomProblems {
  private final Random random;
  private final boolean small;
  private TraceBuilder b;
  private Exprs x;
  private int threads;
  private int[] locations;
  private int array;
  private int[] objects;
  private List<List<Integer>> values;
  private List<Integer> free;

  private RandomProblems(long seed, boolean small) {
    this.random = new Random(seed);
    this.small = small;
  }

  /**
   * @param small fewer accesses, for models with many more interleavings
   */
  public static SymbolicTrace generate(long seed, boolean small) {
    SymbolicTrace shape = new RandomProblems(seed, small).build(null, false);
    return new RandomProblems(seed, small).build(execution(shape, seed), true);
  }

  /** A random complete execution under SC, or null where the trace deadlocks. */
  private static int[] execution(SymbolicTrace trace, long seed) {
    Random random = new Random(~seed);
    long[] zeros = new long[trace.unknowns().size()];
    CheckState state =
        new ScheduleChecker(trace, MemoryModel.SC, Set.of())
            .start(zeros, new long[trace.eventCount()]);
    int[] order = new int[trace.eventCount()];
    for (int i = 0; i < order.length; i++) {
      List<Integer> possible = new ArrayList<>();
      for (int t = 0; t < trace.threadCount(); t++) {
        if (state.position(t) < trace.threadLength(t)
            && state.copy().execute(trace.event(t, state.position(t))) == null) {
          possible.add(trace.event(t, state.position(t)));
        }
      }
      if (possible.isEmpty()) {
        return null;
      }
      order[i] = possible.get(random.nextInt(possible.size()));
      state.execute(order[i]);
    }
    return order;
  }

  private SymbolicTrace build(int[] order, boolean conditions) {
    b = SymbolicTrace.builder();
    x = b.exprs();
    threads = 2 + random.nextInt(3);
    values = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      b.thread(t == 0 ? "0" : "0." + t);
      values.add(new ArrayList<>());
    }
    free = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      free.add(b.unknown("u", Sort.BOOL, random.nextBoolean() ? 1L : null));
    }
    locations = new int[1 + random.nextInt(3)];
    for (int i = 0; i < locations.length; i++) {
      locations[i] = b.location("x" + i, Sort.I32, x.i32(random.nextInt(2)));
    }
    array = b.array("a", Sort.I32);
    objects = new int[2];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = b.object("o" + i, i);
    }
    boolean forked = random.nextInt(3) == 0;
    if (forked) {
      for (int t = 1; t < threads; t++) {
        b.fork(0, t);
      }
    }
    int budget = small ? 3 + random.nextInt(4) : 4 + random.nextInt(6);
    while (budget > 0) {
      budget -= action(random.nextInt(threads), conditions);
    }
    if (forked && random.nextBoolean()) {
      for (int t = 1; t < threads; t++) {
        b.exit(t);
        b.join(0, t);
      }
    }
    goal(conditions);
    if (order != null) {
      facts(order);
    }
    if (random.nextInt(5) == 0) {
      int t = random.nextInt(threads);
      b.require(t, random.nextInt(b.length(t) + 1));
    }
    return b.build();
  }

  private int action(int t, boolean conditions) {
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> remember(t, b.read(t, location()), conditions);
      case 4, 5, 6 -> b.write(t, location(), value(t));
      case 7 -> remember(t, b.rmw(t, location(), -1, r -> x.add(r, x.i32(1))), conditions);
      case 8 -> remember(t, b.read(t, array, index(t)), conditions);
      case 9 -> b.write(t, array, index(t), value(t));
      case 10 -> {
        int lock = objects[0];
        boolean shared = random.nextInt(3) == 0;
        b.lock(t, lock, shared);
        remember(t, b.read(t, location()), conditions);
        b.write(t, location(), value(t));
        if (random.nextInt(6) > 0) {
          b.unlock(t, lock, shared);
        }
        return 4;
      }
      case 11 -> b.fence(t, Fence.values()[random.nextInt(6)]);
      case 12 -> {
        EventKind[] kinds = {
          EventKind.ACQUIRE, EventKind.RELEASE, EventKind.ACQUIRE_FAIL, EventKind.PARK,
          EventKind.UNPARK, EventKind.POST, EventKind.AWAIT, EventKind.LOCK_FAIL
        };
        b.sync(kinds[random.nextInt(kinds.length)], t, objects[1]);
      }
      case 13 -> {
        int e = b.opaque(t, objects[1], Sort.BOOL, random.nextBoolean());
        b.observed(e, random.nextInt(2));
        free.add(b.valueOf(e));
        if (random.nextBoolean() && conditions) {
          b.path(t, b.valueOf(e), "opaque");
        }
      }
      case 14 -> {
        return special(t);
      }
      default -> {
        b.beginGroup();
        b.write(t, location(), value(t));
        b.write(t, location(), value(t));
        b.endGroup();
        return 2;
      }
    }
    return 1;
  }

  private int special(int t) {
    if (random.nextBoolean()) {
      int parties = 2;
      b.event(EventKind.BARRIER_ENTER, t, objects[1], parties, 0);
      b.event(EventKind.BARRIER_EXIT, t, objects[1], 0, 0);
      return 2;
    }
    if (random.nextBoolean()) {
      b.lock(t, objects[0], false);
      b.await(t, objects[0], objects[0]);
      b.wake(t, objects[0], objects[0], random.nextInt(4) > 0);
      b.unlock(t, objects[0], false);
      return 4;
    }
    b.event(random.nextBoolean() ? EventKind.SIGNAL : EventKind.BROADCAST, t, objects[0], 0, 0);
    return 1;
  }

  private void remember(int t, int event, boolean conditions) {
    int v = b.valueOf(event);
    values.get(t).add(v);
    if (random.nextInt(3) == 0) {
      int condition = x.eq(v, x.i32(random.nextInt(3)));
      boolean negate = random.nextBoolean();
      if (conditions) {
        b.path(t, negate ? x.not(condition) : condition, "T" + t + ":" + b.length(t));
      }
    }
  }

  private int location() {
    return locations[random.nextInt(locations.length)];
  }

  private int index(int t) {
    return random.nextBoolean() ? x.i32(random.nextInt(2)) : x.and(value(t), x.i32(1));
  }

  private int value(int t) {
    List<Integer> own = values.get(t);
    int constant = x.i32(random.nextInt(3));
    boolean fresh = own.isEmpty() || random.nextInt(3) == 0;
    int pick = fresh ? 0 : random.nextInt(own.size());
    return fresh ? constant : x.add(own.get(pick), constant);
  }

  private void goal(boolean conditions) {
    int condition = x.bool(true);
    for (int t = 0; t < threads; t++) {
      if (!values.get(t).isEmpty() && random.nextBoolean()) {
        int v = values.get(t).get(random.nextInt(values.get(t).size()));
        condition = x.and(condition, x.eq(v, x.i32(random.nextInt(3))));
      }
    }
    for (int f : free) {
      if (random.nextBoolean()) {
        condition = x.and(condition, random.nextBoolean() ? f : x.not(f));
      }
    }
    if (conditions) {
      b.goal(condition, "goal");
    }
  }

  private void facts(int[] order) {
    if (random.nextBoolean()) {
      b.observedOrder(order);
    }
    int[] version = new int[8];
    SymbolicTrace probe = b.build();
    for (int i = 0; i < order.length; i++) {
      int e = order[i];
      b.time(e, i - random.nextInt(4), i + random.nextInt(4));
      b.core(e, probe.thread(e) % 2, i);
      if (probe.kind(e) == EventKind.LOCK) {
        b.version(e, ++version[0]);
      } else if (probe.kind(e) == EventKind.RMW && random.nextBoolean()) {
        b.version(e, ++version[1 + probe.target(e)]);
      }
    }
  }

  /** Whether anything in the trace is a condition that can fail. */
  public static boolean hasConditions(SymbolicTrace trace) {
    return trace.conditions().stream().anyMatch(c -> c.kind() != Condition.Kind.GOAL);
  }
}
