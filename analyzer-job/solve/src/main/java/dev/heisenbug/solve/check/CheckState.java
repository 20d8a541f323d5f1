package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One execution of a trace, step by step, straight from the semantics in {@code docs/hbt.md};
 * copyable, so that small traces can be enumerated with it.
 */
public final class CheckState {
  private final SymbolicTrace trace;
  private final CheckPlan plan;
  private final MemoryModel model;
  private final long[] opaqueChoice;
  private final Values values;
  private final Memory memory;
  private final Sync sync;
  private final Facts facts;
  private final int[] pos;
  private final List<List<Integer>> opaqueLog;
  private int last = -1;

  CheckState(
      SymbolicTrace trace,
      MemoryModel model,
      Set<Reduction> used,
      long[] unknowns,
      long[] opaqueChoice) {
    this.trace = trace;
    this.plan = new CheckPlan(trace);
    this.model = model;
    this.opaqueChoice = opaqueChoice;
    this.values = new Values(trace, unknowns);
    this.memory = new Memory(trace, model);
    this.sync = new Sync(trace);
    this.facts = new Facts(trace, used);
    this.pos = new int[trace.threadCount()];
    this.opaqueLog = new ArrayList<>();
    trace.objects().forEach(o -> opaqueLog.add(new ArrayList<>()));
  }

  private CheckState(CheckState other) {
    trace = other.trace;
    plan = other.plan;
    model = other.model;
    opaqueChoice = other.opaqueChoice;
    values = other.values.copy();
    memory = other.memory.copy();
    sync = other.sync.copy();
    facts = other.facts.copy();
    pos = other.pos.clone();
    opaqueLog = new ArrayList<>();
    other.opaqueLog.forEach(log -> opaqueLog.add(new ArrayList<>(log)));
    last = other.last;
  }

  /** Two states with equal keys have the same future. */
  public String key() {
    return Arrays.toString(pos)
        + last
        + values.key()
        + memory.key()
        + sync.key()
        + facts.key()
        + opaqueLog;
  }

  public CheckState copy() {
    return new CheckState(this);
  }

  /** How many events of a thread have been executed. */
  public int position(int thread) {
    return pos[thread];
  }

  /** Stores of a thread that may commit next. */
  public List<Integer> committable(int thread) {
    return memory.committable(thread);
  }

  /** Conditions of a thread at its present position, all of them hold. */
  public boolean conditionsHold(int thread) {
    return plan.conditions(thread, pos[thread]).stream().allMatch(c -> values.eval(c.expr()) != 0);
  }

  /** Makes a buffered store visible; returns why that is wrong, or null. */
  public String commit(int e) {
    String fault = memory.commit(trace.thread(e), e);
    return fault != null ? fault : facts.effect(e);
  }

  /** Executes the next event of its thread; returns why that is wrong, or null. */
  public String execute(int e) {
    int t = trace.thread(e);
    if (trace.indexInThread(e) != pos[t]) {
      return "it is out of program order";
    }
    if (last >= 0 && trace.thread(last) != t && plan.insideGroup(last)) {
      return "it interrupts an atomic group of thread " + trace.threadName(trace.thread(last));
    }
    if (!conditionsHold(t)) {
      return "a condition before it does not hold";
    }
    if (pos[t] == 0 && plan.forkOf(t) >= 0 && !done(plan.forkOf(t))) {
      return "nobody has forked its thread yet";
    }
    String fault = facts.issue(e);
    if (fault == null) {
      fault = perform(e, t, trace.kind(e));
    }
    boolean effect = !(model.relaxed() && trace.kind(e) == EventKind.WRITE);
    if (fault == null && effect) {
      fault = facts.effect(e);
    }
    pos[t]++;
    last = e;
    return fault;
  }

  private String perform(int e, int t, EventKind kind) {
    if (kind == EventKind.FENCE) {
      Fence fence = Fence.values()[trace.mode(e)];
      if (fence.ordersStores()) {
        memory.barrier(t);
      }
      return fence.drains() && !memory.drained(t) ? "the store buffer is not empty" : null;
    }
    if (kind != EventKind.READ && kind != EventKind.WRITE && !memory.drained(t)) {
      return "the store buffer is not empty";
    }
    return switch (kind) {
      case READ, WRITE, RMW -> access(e, t, kind);
      case OPAQUE -> opaque(e);
      case FORK -> pos[trace.target(e)] == 0 ? null : "the thread runs already";
      case START, EXIT -> null;
      case JOIN -> ended(trace.target(e)) ? null : "the thread has not exited";
      default -> sync.step(e, kind);
    };
  }

  private String access(int e, int t, EventKind kind) {
    long index = trace.index(e) < 0 ? 0 : values.eval(trace.index(e));
    if (kind.reads()) {
      values.setRead(e, memory.load(t, trace.target(e), index, values));
    }
    if (kind.writes()) {
      long value = values.eval(trace.value(e));
      memory.store(e, t, trace.target(e), index, value, kind == EventKind.RMW);
    }
    return null;
  }

  private String opaque(int e) {
    List<Integer> log = opaqueLog.get(trace.target(e));
    boolean known = plan.hasObservedHistory(e) && log.equals(plan.observedHistory(e));
    values.setRead(e, known ? trace.observed(e) : opaqueChoice[e]);
    if (trace.mode(e) != EventKind.PURE) {
      log.add(e);
    }
    return null;
  }

  private boolean done(int e) {
    return pos[trace.thread(e)] > trace.indexInThread(e);
  }

  private boolean ended(int t) {
    int exit = plan.exitOf(t);
    return exit < 0 ? pos[t] == trace.threadLength(t) : done(exit);
  }

  /** Value read by an executed event, or written by a plain write. */
  public long valueOf(int e) {
    return trace.kind(e).reads() ? values.eval(plan.readNode(e)) : values.eval(trace.value(e));
  }

  /** Why the execution so far is not a complete solution, or null. */
  public String finish() {
    for (int t = 0; t < pos.length; t++) {
      if (pos[t] < plan.required(t)) {
        return "thread "
            + trace.threadName(t)
            + " stops at event "
            + pos[t]
            + " of "
            + plan.required(t)
            + " required";
      }
    }
    for (Condition c : trace.conditions()) {
      boolean needed = c.thread() < 0 || c.after() <= plan.required(c.thread());
      if (needed && values.eval(c.expr()) == 0) {
        return "the " + c.kind() + " condition at '" + c.position() + "' does not hold";
      }
    }
    return IntStream.range(0, trace.eventCount())
        .mapToObj(this::missing)
        .filter(fault -> fault != null)
        .findFirst()
        .orElse(null);
  }

  private String missing(int e) {
    boolean executed = done(e);
    if (executed && !(model.relaxed() && memory.buffered(trace.thread(e), e))) {
      return null;
    }
    String fault = facts.never(e, executed);
    return fault == null ? null : trace.describe(e) + ": " + fault;
  }
}
