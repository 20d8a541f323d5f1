package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.Unknown;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.check.ScheduleChecker;
import java.util.Optional;
import java.util.Set;

/** Judges a trace by the execution it came from: every value and condition must come out again. */
final class Observed {
  private Observed() {}

  /** What is wrong with the trace in its observed order, or empty. */
  static Optional<String> fault(SymbolicTrace trace) {
    long[] unknowns =
        trace.unknowns().stream()
            .map(Unknown::observed)
            .mapToLong(v -> v == null ? 0 : v)
            .toArray();
    long[] values = new long[trace.eventCount()];
    for (int e = 0; e < values.length; e++) {
      values[e] = trace.hasObserved(e) ? trace.observed(e) : 0;
    }
    Schedule schedule = new Schedule(trace.observedOrder(), unknowns, values);
    return new ScheduleChecker(trace, MemoryModel.SC, Set.of()).check(schedule);
  }
}
