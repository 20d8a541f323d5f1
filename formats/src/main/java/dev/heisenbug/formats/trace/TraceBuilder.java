package dev.heisenbug.formats.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Builds a {@link SymbolicTrace}. Events are appended per thread in program order; call {@link
 * #observedInThisOrder()} when the order of the calls is the order of the real execution.
 */
public final class TraceBuilder {
  final EventTable events = new EventTable();
  final Exprs exprs = new Exprs();
  final List<String> threads = new ArrayList<>();
  final List<Location> locations = new ArrayList<>();
  final List<SyncObject> objects = new ArrayList<>();
  final List<Unknown> unknowns = new ArrayList<>();
  final List<Condition> conditions = new ArrayList<>();
  final List<String> positions = new ArrayList<>();
  final List<Integer> conditionLines = new ArrayList<>();
  int[] observedOrder;

  private final Map<String, Integer> positionIds = new HashMap<>();
  private final Map<Integer, Map<Long, Integer>> cells = new HashMap<>();
  private final Map<Integer, Integer> requiredLengths = new HashMap<>();
  private int[] lengths = new int[8];
  private int groups;
  private int openGroup;

  TraceBuilder() {}

  public Exprs exprs() {
    return exprs;
  }

  public int thread(String id) {
    threads.add(id);
    lengths = Arrays.copyOf(lengths, Math.max(lengths.length, threads.size() * 2));
    return threads.size() - 1;
  }

  /** A variable that starts as zero, false or null. */
  public int location(String name, Sort sort) {
    return location(name, sort, exprs.constant(sort, 0));
  }

  /** A variable whose initial value is a constant or an unknown. */
  public int location(String name, Sort sort, int initial) {
    return add(new Location(name, sort, false, initial, Map.of()));
  }

  /** An array whose cells start as zero, false or null unless {@link #cell} says otherwise. */
  public int array(String name, Sort sort) {
    return array(name, sort, exprs.constant(sort, 0));
  }

  /** An array whose cells start with the same constant. */
  public int array(String name, Sort sort, int initial) {
    return add(new Location(name, sort, true, initial, Map.of()));
  }

  private int add(Location location) {
    locations.add(location);
    return locations.size() - 1;
  }

  /** Initial value of one array cell. */
  public void cell(int array, long index, int initial) {
    cells.computeIfAbsent(array, a -> new HashMap<>()).put(index, initial);
  }

  boolean hasCell(int array, long index) {
    return cells.getOrDefault(array, Map.of()).containsKey(index);
  }

  public int object(String name) {
    return object(name, 0);
  }

  public int object(String name, long permits) {
    objects.add(new SyncObject(name, permits));
    return objects.size() - 1;
  }

  /** A free value; returns its expression. */
  public int unknown(String name, Sort sort, Long observed) {
    unknowns.add(new Unknown(name, sort, observed));
    return exprs.unknown(sort, unknowns.size() - 1);
  }

  public int read(int thread, int location) {
    return memory(EventKind.READ, thread, location, -1, -1);
  }

  public int read(int thread, int array, int index) {
    return memory(EventKind.READ, thread, array, index, -1);
  }

  public int write(int thread, int location, int value) {
    return memory(EventKind.WRITE, thread, location, -1, value);
  }

  public int write(int thread, int array, int index, int value) {
    return memory(EventKind.WRITE, thread, array, index, value);
  }

  /** An atomic read-modify-write; the function maps the expression read to the one written. */
  public int rmw(int thread, int location, int index, IntUnaryOperator change) {
    int e = memory(EventKind.RMW, thread, location, index, -1);
    events.value[e] = change.applyAsInt(valueOf(e));
    return e;
  }

  /** A compare-and-set with its outcome as a path condition. */
  public int cas(
      int thread, int location, int index, int expected, int update, boolean done, String at) {
    int e = rmw(thread, location, index, r -> exprs.ite(exprs.eq(r, expected), update, r));
    at(e, at);
    int equal = exprs.eq(valueOf(e), expected);
    condition(thread, done ? equal : exprs.not(equal), Condition.Kind.PATH, at);
    return e;
  }

  private int memory(EventKind kind, int thread, int location, int index, int value) {
    int e = event(kind, thread, location, 0, 0);
    events.index[e] = index;
    events.value[e] = value;
    return e;
  }

  /** Any other event; see {@link EventKind} for what target, arg and mode mean. */
  public int event(EventKind kind, int thread, int target, int arg, int mode) {
    int e = events.add(kind, thread, lengths[thread]++);
    events.target[e] = target;
    events.arg[e] = arg;
    events.mode[e] = (byte) mode;
    events.group[e] = openGroup;
    return e;
  }

  public int sync(EventKind kind, int thread, int object) {
    return event(kind, thread, object, 1, 0);
  }

  public int lock(int thread, int object, boolean shared) {
    return event(EventKind.LOCK, thread, object, 0, shared ? EventKind.SHARED : 0);
  }

  public int unlock(int thread, int object, boolean shared) {
    return event(EventKind.UNLOCK, thread, object, 0, shared ? EventKind.SHARED : 0);
  }

  public int fork(int thread, int child) {
    return event(EventKind.FORK, thread, child, 0, 0);
  }

  public int join(int thread, int child) {
    return event(EventKind.JOIN, thread, child, 0, 0);
  }

  public int start(int thread) {
    return event(EventKind.START, thread, -1, 0, 0);
  }

  public int exit(int thread) {
    return event(EventKind.EXIT, thread, -1, 0, 0);
  }

  public int await(int thread, int condition, int lock) {
    return event(EventKind.WAIT, thread, condition, lock, 0);
  }

  public int wake(int thread, int condition, int lock, boolean notified) {
    int mode = notified ? 0 : EventKind.UNNOTIFIED;
    return event(EventKind.WAKE, thread, condition, lock, mode);
  }

  public int fence(int thread, Fence fence) {
    return event(EventKind.FENCE, thread, -1, 0, fence.ordinal());
  }

  /** A library call; {@code changes} says whether it can alter the object. */
  public int opaque(int thread, int object, Sort result, boolean changes) {
    int mode = changes ? 0 : EventKind.PURE;
    return event(EventKind.OPAQUE, thread, object, result.ordinal(), mode);
  }

  /** The expression of the value an event reads. */
  public int valueOf(int event) {
    EventKind kind = EventKind.of(events.kind[event]);
    if (!kind.reads()) {
      throw new IllegalArgumentException(kind.text() + " reads nothing");
    }
    Sort sort =
        kind == EventKind.OPAQUE
            ? Sort.of(events.arg[event])
            : locations.get(events.target[event]).sort();
    return exprs.read(sort, event);
  }

  /** Says on which line of a text an event stands. */
  void line(int event, int number) {
    events.line[event] = number;
  }

  /** Says on which line of a text the condition added last stands. */
  void conditionLine(int number) {
    while (conditionLines.size() < conditions.size() - 1) {
      conditionLines.add(0);
    }
    conditionLines.add(number);
  }

  public void at(int event, String position) {
    if (position != null && !position.isEmpty()) {
      events.position[event] = positionId(position);
    }
  }

  private int positionId(String position) {
    Integer id = positionIds.putIfAbsent(position, positions.size());
    if (id == null) {
      positions.add(position);
      return positions.size() - 1;
    }
    return id;
  }

  public void core(int event, int core, long sequence) {
    events.core[event] = core;
    events.coreSeq[event] = sequence;
  }

  public void time(int event, long lo, long hi) {
    events.timeLo[event] = lo;
    events.timeHi[event] = hi;
  }

  public void version(int event, long version) {
    events.version[event] = version;
  }

  /** Value read or written in the observed execution. */
  public void observed(int event, long value) {
    events.observed[event] = value;
    events.hasObserved.set(event);
  }

  /** Events appended until {@link #endGroup} (all of one thread) happen without interruption. */
  public void beginGroup() {
    openGroup = ++groups;
  }

  public void endGroup() {
    openGroup = 0;
  }

  /** A condition at the current end of a thread. */
  public void condition(int thread, int expr, Condition.Kind kind, String position) {
    conditions.add(new Condition(thread, lengths[thread], expr, kind, position));
  }

  public void path(int thread, int expr, String position) {
    condition(thread, expr, Condition.Kind.PATH, position);
  }

  /** The bug predicate: over values of any threads, judged when the schedule is complete. */
  public void goal(int expr, String position) {
    conditions.add(new Condition(-1, 0, expr, Condition.Kind.GOAL, position));
  }

  /** Only the first {@code count} events of the thread must be in a schedule. */
  public void require(int thread, int count) {
    requiredLengths.put(thread, count);
  }

  public int length(int thread) {
    return lengths[thread];
  }

  public int eventCount() {
    return events.size;
  }

  /** Declares that events were appended in the order they happened. */
  public void observedInThisOrder() {
    observedOrder = new int[events.size];
    Arrays.setAll(observedOrder, i -> i);
  }

  public void observedOrder(int[] order) {
    observedOrder = order.clone();
  }

  public SymbolicTrace build() {
    cells.forEach(
        (array, values) -> {
          Location old = locations.get(array);
          Map<Long, Integer> all = new HashMap<>(old.cells());
          all.putAll(values);
          locations.set(array, new Location(old.name(), old.sort(), true, old.initial(), all));
        });
    cells.clear();
    TraceCheck.check(this);
    return new SymbolicTrace(this);
  }

  int[][] byThread() {
    int[][] result = new int[threads.size()][];
    for (int t = 0; t < result.length; t++) {
      result[t] = new int[lengths[t]];
    }
    for (int e = 0; e < events.size; e++) {
      result[events.thread[e]][events.indexInThread[e]] = e;
    }
    return result;
  }

  int[] requiredLengths() {
    int[] result = Arrays.copyOf(lengths, threads.size());
    requiredLengths.forEach((t, n) -> result[t] = Math.min(n, result[t]));
    return result;
  }
}
