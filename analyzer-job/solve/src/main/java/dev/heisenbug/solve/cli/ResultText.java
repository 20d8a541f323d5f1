package dev.heisenbug.solve.cli;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.SolveResult;
import java.io.PrintStream;

/** A solve result for people: a verdict first, then the schedule thread switch by thread switch. */
final class ResultText {
  private static final int MOST_LINES = 200;

  private ResultText() {}

  static void print(SymbolicTrace trace, SolveResult result, PrintStream out) {
    switch (result) {
      case SolveResult.Found found -> {
        out.printf(
            "schedule found: %d steps, %d context switches, %d ms, accepted by the checker%n",
            found.schedule().size(), found.contextSwitches(), found.stats().get("ms.total"));
        schedule(trace, found.schedule(), out);
      }
      case SolveResult.Infeasible infeasible -> {
        out.println("infeasible: " + infeasible.diagnosis());
        infeasible.core().forEach(line -> out.println("  " + line));
      }
      case SolveResult.Unknown unknown -> {
        out.println("unknown: " + unknown.reason());
        out.println("  reached: " + unknown.reached());
      }
    }
  }

  private static void schedule(SymbolicTrace trace, Schedule schedule, PrintStream out) {
    for (int u = 0; u < Math.min(trace.unknowns().size(), MOST_LINES); u++) {
      out.printf("         %s = %d%n", trace.unknowns().get(u).name(), schedule.unknowns()[u]);
    }
    int shown = Math.min(schedule.size(), MOST_LINES);
    for (int i = 0; i < shown; i++) {
      int step = schedule.step(i);
      int e = Schedule.event(step);
      EventKind kind = trace.kind(e);
      boolean valued = kind.isMemory() || kind == EventKind.OPAQUE;
      String value = valued && !Schedule.isCommit(step) ? " = " + schedule.value(e) : "";
      String commit = Schedule.isCommit(step) ? "commit of " : "";
      out.printf("%7d  %s%s%s%n", i, commit, trace.describe(e), value);
    }
    if (shown < schedule.size()) {
      out.printf("  … %d more steps; --json prints all%n", schedule.size() - shown);
    }
  }
}
