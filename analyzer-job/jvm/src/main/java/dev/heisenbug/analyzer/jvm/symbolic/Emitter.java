package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Appends events and conditions to the trace and remembers the point each event belongs to. */
final class Emitter {
  final TraceBuilder b = SymbolicTrace.builder();
  private final Map<Integer, Long> places = new HashMap<>();
  final Exprs x = b.exprs();
  final Stats stats;
  private int[] idx = new int[256];
  private long[] record = new long[256];
  private long[] observed = new long[256];
  private final BitSet hasObserved = new BitSet();
  private final Map<String, Integer> objects = new HashMap<>();
  private final List<SymbolicRun.Commit> commits = new ArrayList<>();
  private final Map<Integer, Called> calls = new HashMap<>();
  private final Map<Integer, Integer> elements = new HashMap<>();
  final List<Notice> notices = new ArrayList<>();
  private int unknowns;

  /** A call on a library object: its method and the sort of its result, null if it has none. */
  private record Called(String method, Sort sort) {}

  Emitter(Stats stats) {
    this.stats = stats;
  }

  /** Notes where the newest event came from. */
  void placed(int event, ThreadState t, String position) {
    if (event >= idx.length) {
      idx = Arrays.copyOf(idx, event * 2);
      record = Arrays.copyOf(record, event * 2);
    }
    idx[event] = t.idx;
    record[event] = t.record;
    b.at(event, position);
  }

  /** Notes which call of a library object an event is. */
  void called(int event, String method, Sort sort) {
    calls.put(event, new Called(method, sort));
  }

  /** Notes which element of an array an event accesses. */
  void element(int event, int index) {
    elements.put(event, index);
  }

  /** The index of the array element that an event accesses, or -1. */
  int element(int event) {
    return elements.getOrDefault(event, -1);
  }

  /** The method an event calls, or nothing. */
  String call(int event) {
    Called c = calls.get(event);
    return c == null ? "" : c.method();
  }

  /** The sort of the result of an event that is no access of a variable, null if it has none. */
  Sort sort(int event) {
    Called c = calls.get(event);
    return c == null ? Sort.I64 : c.sort();
  }

  /** Notes that a delayed store is visible from here on. */
  void visible(int event) {
    if (event >= 0) {
      commits.add(new SymbolicRun.Commit(event, b.eventCount()));
    }
  }

  List<SymbolicRun.Commit> commits() {
    return List.copyOf(commits);
  }

  /** Notes and keeps the value an event read or wrote. */
  void observed(int event, long bits) {
    b.observed(event, bits);
    if (event >= observed.length) {
      observed = Arrays.copyOf(observed, Math.max(event + 1, observed.length * 2));
    }
    observed[event] = bits;
    hasObserved.set(event);
  }

  /** As {@link #observed}, for an event that only writes. */
  void observedWrite(int event, long bits) {
    b.observed(event, bits);
  }

  /** The value an event read in this run, or null if it read none. */
  Long observedRead(int event) {
    return hasObserved.get(event) ? (Long) observed[event] : null;
  }

  int[] idxTable() {
    return Arrays.copyOf(idx, b.eventCount());
  }

  long[] recordTable() {
    return Arrays.copyOf(record, b.eventCount());
  }

  void sync(ThreadState t, EventKind kind, int object, int arg, int mode, String position) {
    if (t.isCut()) {
      return;
    }
    placed(b.event(kind, t.number, object, arg, mode), t, position);
  }

  void fence(ThreadState t, Fence fence, String position) {
    placed(b.fence(t.number, fence), t, position);
  }

  /** The synchronisation object of that name, made when first used. */
  int object(String name) {
    return object(name, 0);
  }

  int object(String name, long permits) {
    return objects.computeIfAbsent(name, n -> b.object(n, permits));
  }

  /** The expression of a value: its own, or its bits as a constant. */
  int expr(Val v) {
    return v.isSymbolic() ? v.expr() : x.constant(v.sort, v.bits());
  }

  Val symbolic(long bits, int expr) {
    Sort sort = x.sort(expr);
    return x.isConst(expr) ? Val.of(sort, x.constant(expr)) : Val.symbolic(sort, bits, expr);
  }

  /** A value that nobody models, with what it was in this run. */
  Val unknown(Sort sort, long bits, String what) {
    stats.unknown(what);
    return Val.symbolic(sort, bits, b.unknown("u" + unknowns++ + " " + what, sort, bits));
  }

  /** The place that a library call has among those on its object, as observed. */
  void inOrder(int event, long place) {
    places.put(event, place);
  }

  /** Makes the observed order of library calls on one object a fact; false if there are none. */
  boolean keepLibraryOrder() {
    places.forEach(b::version);
    return !places.isEmpty();
  }

  void path(ThreadState t, int condition, String position) {
    condition(t, condition, Condition.Kind.PATH, position);
  }

  /** The value must be the observed one for what follows to be known. */
  void concretize(ThreadState t, Val v, String position) {
    if (v.isSymbolic()) {
      int observed = x.constant(v.sort, v.bits());
      condition(t, x.eq(v.expr(), observed), Condition.Kind.CONCRETIZATION, position);
    }
  }

  private void condition(ThreadState t, int condition, Condition.Kind kind, String position) {
    if (x.isConst(condition)) {
      if (x.constant(condition) == 0) {
        stats.inconsistent("condition is false");
      }
      return;
    }
    if (!t.isCut() && t.conditions.add(condition)) {
      b.condition(t.number, condition, kind, position);
    }
  }
}
