package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Ops;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Executes a small program under a random scheduler and records it as a symbolic trace: every value
 * in the trace was really computed, every branch condition really held.
 */
final class Simulator {
  /** A value with the expression it came from. */
  record Val(long concrete, int expr) {}

  final TraceBuilder trace = SymbolicTrace.builder();
  final Exprs exprs = trace.exprs();
  final Random random;
  private final int window;
  private final boolean cores;
  private final Map<Long, Long> memory = new HashMap<>();
  private final Map<Integer, Integer> owner = new HashMap<>();
  private final Map<Integer, Long> versions = new HashMap<>();
  private long clock;

  /**
   * @param cores whether to record on which of two cores each event ran, and its place there
   */
  Simulator(long seed, int window, boolean cores) {
    this.random = new Random(seed);
    this.window = window;
    this.cores = cores;
  }

  Val constant(int value) {
    return new Val(value, exprs.i32(value));
  }

  Val apply(Op op, Val x, Val y) {
    Sort sort = op.compares() ? Sort.BOOL : Sort.I32;
    long value = Ops.apply(op, sort, Sort.I32, x.concrete(), y.concrete(), 0);
    return new Val(value, exprs.apply(op, x.expr(), y.expr()));
  }

  Val read(int t, int location, Val index, String at) {
    int e = index == null ? trace.read(t, location) : trace.read(t, location, index.expr());
    happened(t, e, at);
    long value = memory.getOrDefault(cell(location, index), 0L);
    trace.observed(e, value);
    return new Val(value, trace.valueOf(e));
  }

  void write(int t, int location, Val index, Val value, String at) {
    int e =
        index == null
            ? trace.write(t, location, value.expr())
            : trace.write(t, location, index.expr(), value.expr());
    happened(t, e, at);
    memory.put(cell(location, index), value.concrete());
  }

  void initial(int location, long value) {
    memory.put(cell(location, null), value);
  }

  void initialCell(int location, long index, long value) {
    memory.put(((long) location << 32) | index, value);
  }

  private static long cell(int location, Val index) {
    return ((long) location << 32) | (index == null ? 0 : index.concrete() & 0xFFFF_FFFFL);
  }

  /** Records the branch the program takes and returns whether the condition held. */
  boolean branch(int t, Val condition, String at) {
    boolean held = condition.concrete() != 0;
    int expr = held ? condition.expr() : exprs.not(condition.expr());
    if (!exprs.isConst(expr)) {
      trace.path(t, expr, at);
    }
    return held;
  }

  boolean free(int lock, int t) {
    Integer holder = owner.get(lock);
    return holder == null || holder == t;
  }

  void lock(int t, int lock, String at) {
    acquired(t, lock, trace.lock(t, lock, false), at);
  }

  private void acquired(int t, int lock, int e, String at) {
    owner.put(lock, t);
    trace.version(e, versions.merge(lock, 1L, Long::sum));
    happened(t, e, at);
  }

  void unlock(int t, int lock, String at) {
    owner.remove(lock);
    happened(t, trace.unlock(t, lock, false), at);
  }

  void startWait(int t, int lock, String at) {
    owner.remove(lock);
    happened(t, trace.await(t, lock, lock), at);
  }

  void endWait(int t, int lock, String at) {
    acquired(t, lock, trace.wake(t, lock, lock, true), at);
  }

  void event(EventKind kind, int t, int target, String at) {
    happened(t, trace.event(kind, t, target, 0, 0), at);
  }

  private void happened(int t, int e, String at) {
    trace.at(e, at);
    if (window > 0) {
      long shown = clock - window + random.nextInt(2 * window + 1);
      trace.time(e, shown - window, shown + window);
    }
    if (cores) {
      trace.core(e, t % 2, clock);
    }
    clock++;
  }
}
