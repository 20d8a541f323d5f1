package dev.heisenbug.formats.trace;

import java.util.List;

/**
 * The neutral model both front ends produce and the solver reads: per-thread events with value
 * expressions, conditions and a goal; true of one real execution whose order may be known.
 *
 * <p>Events, expressions, locations, objects and threads are plain numbers; see {@code docs/hbt.md}
 * for the meaning of every part. Made by {@link TraceBuilder}, read-only afterwards.
 */
public final class SymbolicTrace {
  private final EventTable events;
  private final Exprs exprs;
  private final List<String> threads;
  private final int[][] byThread;
  private final int[] required;
  private final List<Location> locations;
  private final List<SyncObject> objects;
  private final List<Unknown> unknowns;
  private final List<Condition> conditions;
  private final String[] positions;
  private final int[] conditionLines;
  private final int[] observedOrder;

  SymbolicTrace(TraceBuilder b) {
    events = b.events;
    exprs = b.exprs;
    threads = List.copyOf(b.threads);
    byThread = b.byThread();
    required = b.requiredLengths();
    locations = List.copyOf(b.locations);
    objects = List.copyOf(b.objects);
    unknowns = List.copyOf(b.unknowns);
    conditions = List.copyOf(b.conditions);
    positions = b.positions.toArray(String[]::new);
    conditionLines = b.conditionLines.stream().mapToInt(Integer::intValue).toArray();
    observedOrder = b.observedOrder;
  }

  public static TraceBuilder builder() {
    return new TraceBuilder();
  }

  public Exprs exprs() {
    return exprs;
  }

  public int eventCount() {
    return events.size;
  }

  public int threadCount() {
    return byThread.length;
  }

  /** The creation-order tree id of a thread, such as {@code 0.1.3}. */
  public String threadName(int thread) {
    return threads.get(thread);
  }

  public int threadLength(int thread) {
    return byThread[thread].length;
  }

  /** The event at a position of a thread's program order. */
  public int event(int thread, int position) {
    return byThread[thread][position];
  }

  /**
   * How many events of the thread a schedule must contain; the rest may stay undone where the goal
   * is about a prefix of the execution.
   */
  public int required(int thread) {
    return required[thread];
  }

  public EventKind kind(int event) {
    return EventKind.of(events.kind[event]);
  }

  public int thread(int event) {
    return events.thread[event];
  }

  /** Position of an event in its thread's program order. */
  public int indexInThread(int event) {
    return events.indexInThread[event];
  }

  /** Location, object or thread the event works on, by {@link EventKind#target()}; -1 for none. */
  public int target(int event) {
    return events.target[event];
  }

  /** Index expression of an array access, or -1. */
  public int index(int event) {
    return events.index[event];
  }

  /** Expression of the value an event reads, or -1 where nothing uses it. */
  public int readNode(int event) {
    EventKind kind = kind(event);
    if (!kind.reads()) {
      return -1;
    }
    Sort sort =
        kind == EventKind.OPAQUE ? Sort.of(arg(event)) : locations.get(target(event)).sort();
    return exprs.find(Op.READ, sort, event, 0, 0);
  }

  /** Expression written by a write or read-modify-write, or -1. */
  public int value(int event) {
    return events.value[event];
  }

  /** Permits, parties, counter value, or the lock of a wait; see {@link EventKind}. */
  public int arg(int event) {
    return events.arg[event];
  }

  /** Mode flag of the kind, or the {@link Fence} ordinal. */
  public int mode(int event) {
    return events.mode[event];
  }

  /** Processor core that ran the event, or -1. */
  public int core(int event) {
    return events.core[event];
  }

  /** Place in the order of its core; -1 when not known. */
  public long coreSequence(int event) {
    return events.coreSeq[event];
  }

  public long timeLo(int event) {
    return events.timeLo[event];
  }

  public long timeHi(int event) {
    return events.timeHi[event];
  }

  /** Recorded order of the event among those on the same object or location, or -1. */
  public long version(int event) {
    return events.version[event];
  }

  public boolean hasObserved(int event) {
    return events.hasObserved.get(event);
  }

  /** Value read (or written, for a write) in the observed execution. */
  public long observed(int event) {
    return events.observed[event];
  }

  /** Events of one thread with the same non-zero group cannot be interleaved by other threads. */
  public int group(int event) {
    return events.group[event];
  }

  /** Line of the {@code .hbt} text an event was read from; 0 for none. */
  public int line(int event) {
    return events.line[event];
  }

  /** Line of the {@code .hbt} text a condition of this trace was read from; 0 for none. */
  public int line(Condition condition) {
    List<Condition> all = conditions();
    for (int i = 0; i < conditionLines.length; i++) {
      if (all.get(i) == condition) {
        return conditionLines[i];
      }
    }
    return 0;
  }

  /** Source position, or the empty string. */
  public String position(int event) {
    int p = events.position[event];
    return p < 0 ? "" : positions[p];
  }

  public List<Location> locations() {
    return locations;
  }

  public List<SyncObject> objects() {
    return objects;
  }

  public List<Unknown> unknowns() {
    return unknowns;
  }

  /** All conditions; those of one thread are in program order. */
  public List<Condition> conditions() {
    return conditions;
  }

  public boolean hasObservedOrder() {
    return observedOrder != null;
  }

  /** The order of the execution the trace came from (a copy), or null. */
  public int[] observedOrder() {
    return observedOrder == null ? null : observedOrder.clone();
  }

  /** One line for people: thread, place in program order, kind, target and source position. */
  public String describe(int event) {
    return EventText.describe(this, event);
  }
}
