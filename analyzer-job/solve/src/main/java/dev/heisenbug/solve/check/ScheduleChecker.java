package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.Schedule;
import java.util.Optional;
import java.util.Set;

/**
 * Judges a schedule in linear time with code of its own: it shares the trace model with the solver
 * and nothing else, so that a solver fault cannot hide itself.
 */
public final class ScheduleChecker {
  private final SymbolicTrace trace;
  private final MemoryModel model;
  private final Set<Reduction> facts;

  /**
   * @param facts the recorded facts a schedule must respect; other reductions are ignored
   */
  public ScheduleChecker(SymbolicTrace trace, MemoryModel model, Set<Reduction> facts) {
    this.trace = trace;
    this.model = model;
    this.facts = Set.copyOf(facts);
  }

  /** The state before the first step, for enumeration of small traces. */
  public CheckState start(long[] unknowns, long[] opaqueResults) {
    return new CheckState(trace, model, facts, unknowns, opaqueResults);
  }

  /** The first thing that is wrong with a schedule, or empty. */
  public Optional<String> check(Schedule schedule) {
    CheckState state = start(schedule.unknowns(), schedule.values());
    for (int i = 0; i < schedule.size(); i++) {
      int step = schedule.step(i);
      int e = Schedule.event(step);
      if (e < 0 || e >= trace.eventCount()) {
        return Optional.of("step " + i + " names no event");
      }
      String fault;
      try {
        fault = Schedule.isCommit(step) ? state.commit(e) : state.execute(e);
      } catch (IllegalStateException unread) {
        fault = unread.getMessage();
      }
      if (fault == null && !Schedule.isCommit(step)) {
        fault = value(state, schedule, e);
      }
      if (fault != null) {
        return Optional.of("step " + i + ", " + trace.describe(e) + ": " + fault);
      }
    }
    try {
      return Optional.ofNullable(state.finish());
    } catch (IllegalStateException unread) {
      return Optional.of("a condition: " + unread.getMessage());
    }
  }

  private String value(CheckState state, Schedule schedule, int e) {
    EventKind kind = trace.kind(e);
    boolean checked = kind == EventKind.WRITE || (kind.reads() && trace.readNode(e) >= 0);
    if (!checked) {
      return null;
    }
    long actual = state.valueOf(e);
    return actual == schedule.value(e)
        ? null
        : "the schedule says value " + schedule.value(e) + " but it is " + actual;
  }
}
