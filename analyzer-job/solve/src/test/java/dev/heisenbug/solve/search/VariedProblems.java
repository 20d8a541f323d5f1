package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.order.OrderFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Problems of many shapes that have a schedule by construction: the threads are executed in a
 * random order without any condition, and every branch is then asked to go the way it went.
 */
final class VariedProblems {
  /** What the threads do. */
  enum Shape {
    RING,
    READERS,
    BARRIERS,
    SEMAPHORE,
    CAS,
    STACK,
    OVERFLOW,
    MONITOR,
    FLAGS,
    FLOATS,
    STEALING,
    SYMBOLIC
  }

  private static final int THREADS = 4;

  private final Shape shape;
  private final int loops;
  private final int window;
  private final long seed;
  private final MemoryModel model;

  private TraceBuilder b;
  private Random random;
  private List<Integer> branches;
  private boolean[] held;
  private long[] moment;
  private int[] place;
  private int x;
  private int y;
  private int array;
  private int next;
  private int lock;
  private int permits;
  private int free;

  VariedProblems(Shape shape, int loops, int window, long seed, MemoryModel model) {
    this.shape = shape;
    this.loops = loops;
    this.window = window;
    this.seed = seed;
    this.model = model;
  }

  SymbolicTrace generate() {
    SymbolicTrace plain = build();
    OrderFacts facts = OrderFacts.of(plain, model, Set.of(), new SolveStats());
    Problem problem = new Problem(plain, model, facts);
    FreeValues values = FreeValues.of(plain);
    Machine machine = new Machine(problem, values.unknowns(0), values.opaque(0));
    run(problem, machine);
    held = new boolean[branches.size()];
    for (int i = 0; i < held.length; i++) {
      held[i] = machine.values.get(branches.get(i)) != 0;
    }
    return build();
  }

  private void run(Problem problem, Machine machine) {
    moment = new long[problem.events];
    SplittableRandom order = new SplittableRandom(seed + 1);
    int[] options = new int[machine.maxSteps()];
    int last = 0;
    for (int clock = 0; !machine.complete(); clock++) {
      int n = machine.enabled(options);
      if (n == 0) {
        throw new IllegalStateException(shape + " blocks itself");
      }
      int option = options[order.nextInt(n)];
      int same = last;
      if (order.nextInt(10) < 6 && Arrays.stream(options, 0, n).anyMatch(o -> o == same)) {
        option = same;
      }
      last = option;
      if (option >= 0) {
        moment[machine.next(option)] = clock;
      }
      machine.perform(option);
    }
  }

  private SymbolicTrace build() {
    b = SymbolicTrace.builder();
    random = new Random(seed);
    branches = new ArrayList<>();
    place = new int[THREADS + 1];
    b.thread("0");
    for (int t = 1; t <= THREADS; t++) {
      b.thread("0." + t);
    }
    Sort sort = shape == Shape.OVERFLOW ? Sort.I64 : shape == Shape.FLOATS ? Sort.F64 : Sort.I32;
    x = b.location("x", sort);
    y = b.location("y", shape == Shape.STACK ? Sort.REF : sort);
    array = b.array("a", sort);
    next = b.array("next", Sort.REF);
    lock = b.object("lock");
    permits = b.object("permits", 3);
    free = b.unknown("input", Sort.I32, 5L);
    for (int t = 1; t <= THREADS; t++) {
      happened(b.fork(0, t));
    }
    for (int t = 1; t <= THREADS; t++) {
      happened(b.event(EventKind.START, t, -1, 0, 0));
    }
    for (int i = 0; i < loops; i++) {
      for (int t = 1; t <= THREADS; t++) {
        iteration(t, i);
      }
    }
    for (int t = 1; t <= THREADS; t++) {
      happened(b.event(EventKind.EXIT, t, -1, 0, 0));
      happened(b.event(EventKind.JOIN, 0, t, 0, 0));
    }
    int end = read(0, x);
    branch(0, compare(end, sort));
    return b.build();
  }

  private int compare(int value, Sort sort) {
    if (sort == Sort.F64) {
      long limit = Double.doubleToLongBits(random.nextInt(40));
      return b.exprs().apply(Op.FLT, value, b.exprs().constant(Sort.F64, limit));
    }
    return b.exprs().apply(Op.SLT, value, b.exprs().constant(sort, random.nextInt(40)));
  }

  private int happened(int e) {
    b.at(e, shape + ":" + place[0]++);
    if (window > 0 && moment != null) {
      long shown = moment[e] - window + new Random(seed + e).nextInt(2 * window + 1);
      b.time(e, shown - window, shown + window);
    }
    return e;
  }

  private int read(int t, int location) {
    return b.valueOf(happened(b.read(t, location)));
  }

  private int read(int t, int location, int index) {
    return b.valueOf(happened(b.read(t, location, index)));
  }

  private void write(int t, int location, int value) {
    happened(b.write(t, location, value));
  }

  private void write(int t, int location, int index, int value) {
    happened(b.write(t, location, index, value));
  }

  private void sync(EventKind kind, int t, int target, int arg, int mode) {
    happened(b.event(kind, t, target, arg, mode));
  }

  private void branch(int t, int condition) {
    if (!b.exprs().isConst(condition)) {
      boolean holds = held == null || held[branches.size()];
      branches.add(condition);
      b.path(t, holds ? condition : b.exprs().not(condition), shape + "?" + branches.size());
    }
  }

  private int i32(int value) {
    return b.exprs().i32(value);
  }

  private int add(int value, int more) {
    return b.exprs().add(value, i32(more));
  }

  private int low(int value, int mask) {
    return b.exprs().apply(Op.AND, value, i32(mask));
  }

  private int isZero(int value) {
    return b.exprs().eq(value, i32(0));
  }

  private void iteration(int t, int i) {
    switch (shape) {
      case RING -> ring(t);
      case READERS -> readers(t);
      case BARRIERS -> barriers(t);
      case SEMAPHORE -> semaphore(t);
      case CAS -> cas(t);
      case STACK -> stack(t, i);
      case OVERFLOW -> overflow(t);
      case MONITOR -> monitor(t);
      case FLAGS -> flags(t);
      case FLOATS -> floats(t);
      case STEALING -> stealing(t);
      case SYMBOLIC -> symbolic(t);
    }
  }

  /** Two put, two take, by indices kept in memory, without a lock. */
  private void ring(int t) {
    int end = t <= 2 ? x : y;
    int at = read(t, end);
    if (t <= 2) {
      write(t, array, low(at, 7), i32(random.nextInt(100)));
    } else {
      branch(t, compare(read(t, array, low(at, 7)), Sort.I32));
    }
    write(t, end, add(at, 1));
    branch(t, b.exprs().apply(Op.SLE, read(t, t <= 2 ? y : x), at));
  }

  private void readers(int t) {
    boolean writes = random.nextInt(3) == 0;
    sync(EventKind.LOCK, t, lock, 0, writes ? 0 : 1);
    int value = read(t, x);
    if (writes) {
      write(t, x, add(value, 1 + random.nextInt(5)));
    } else {
      branch(t, isZero(low(value, 3)));
    }
    sync(EventKind.UNLOCK, t, lock, 0, writes ? 0 : 1);
  }

  private void barriers(int t) {
    int own = read(t, array, i32(t));
    int left = read(t, array, i32(t % THREADS + 1));
    write(t, array, i32(t), add(b.exprs().add(own, left), t));
    branch(t, isZero(low(left, 1)));
    sync(EventKind.BARRIER_ENTER, t, permits, THREADS, 0);
    sync(EventKind.BARRIER_EXIT, t, permits, 0, 0);
  }

  private void semaphore(int t) {
    sync(EventKind.ACQUIRE, t, permits, 1, 0);
    int value = read(t, x);
    branch(t, compare(value, Sort.I32));
    write(t, x, add(value, random.nextInt(9) - 4));
    sync(EventKind.RELEASE, t, permits, 1, 0);
  }

  private void cas(int t) {
    int expected = read(t, x);
    int wanted = add(expected, 1);
    int e = b.rmw(t, x, -1, old -> b.exprs().ite(b.exprs().eq(old, expected), wanted, old));
    happened(e);
    branch(t, b.exprs().eq(b.valueOf(e), expected));
  }

  /** Pushes and pops nodes of a linked list by compare-and-set of its top. */
  private void stack(int t, int i) {
    int top = read(t, y);
    int index = b.exprs().convert(Op.BITS, Sort.I64, top);
    if (random.nextBoolean()) {
      int node = b.exprs().ref(1 + t * 10_000L + i);
      write(t, next, b.exprs().i64(1 + t * 10_000L + i), top);
      swap(t, top, node);
    } else {
      branch(t, b.exprs().eq(top, b.exprs().ref(0)));
      swap(t, top, read(t, next, index));
    }
  }

  private void swap(int t, int expected, int wanted) {
    int e = b.rmw(t, y, -1, old -> b.exprs().ite(b.exprs().eq(old, expected), wanted, old));
    happened(e);
    branch(t, b.exprs().eq(b.valueOf(e), expected));
  }

  private void overflow(int t) {
    int value = read(t, x);
    int factor = b.exprs().i64(0x5851_F42D_4C95_7F2DL);
    int mixed = b.exprs().apply(Op.MUL, b.exprs().add(value, b.exprs().i64(t)), factor);
    write(t, x, mixed);
    if (random.nextInt(3) == 0) {
      branch(t, b.exprs().apply(Op.SLT, mixed, b.exprs().i64(0)));
    }
  }

  private void monitor(int t) {
    sync(EventKind.LOCK, t, lock, 0, 0);
    int value = read(t, x);
    branch(t, isZero(low(value, 1)));
    write(t, x, add(value, random.nextInt(3)));
    if (random.nextInt(4) == 0) {
      sync(EventKind.WAIT, t, lock, lock, 0);
      sync(EventKind.WAKE, t, lock, lock, 1);
    } else {
      sync(EventKind.BROADCAST, t, lock, 0, 0);
    }
    sync(EventKind.UNLOCK, t, lock, 0, 0);
  }

  private void flags(int t) {
    write(t, array, i32(t), i32(random.nextInt(2)));
    int other = read(t, array, i32(1 + random.nextInt(THREADS)));
    branch(t, isZero(other));
    write(t, y, add(read(t, x), 1));
    branch(t, compare(read(t, y), Sort.I32));
  }

  private void floats(int t) {
    int value = read(t, x);
    long step = Double.doubleToLongBits(0.5 + random.nextInt(4));
    write(t, x, b.exprs().apply(Op.FADD, value, b.exprs().constant(Sort.F64, step)));
    branch(t, compare(value, Sort.F64));
  }

  /** A task queue whose owner takes at one end and others at the other. */
  private void stealing(int t) {
    int end = t == 1 ? x : y;
    sync(EventKind.LOCK, t, lock, 0, 0);
    int at = read(t, end);
    int task = read(t, array, low(at, 15));
    branch(t, isZero(task));
    write(t, array, low(at, 15), i32(random.nextInt(3)));
    write(t, end, add(at, 1));
    sync(EventKind.UNLOCK, t, lock, 0, 0);
    branch(t, compare(read(t, x), Sort.I32));
  }

  private void symbolic(int t) {
    int at = low(b.exprs().add(read(t, x), free), 7);
    int value = read(t, array, at);
    branch(t, compare(value, Sort.I32));
    write(t, array, at, add(value, random.nextInt(7)));
    write(t, x, add(read(t, y), 3));
  }
}
