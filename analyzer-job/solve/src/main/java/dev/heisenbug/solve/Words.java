package dev.heisenbug.solve;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.SymbolicTrace;

/** Conditions in source terms, for cores, diagnoses and reports of how far a solve came. */
public final class Words {
  private Words() {}

  /** Kind, thread and source position of a condition. */
  public static String of(SymbolicTrace trace, Condition c) {
    String kind =
        switch (c.kind()) {
          case PATH -> "branch condition";
          case CONCRETIZATION -> "assumed address";
          case GOAL -> "goal";
        };
    String thread = c.thread() < 0 ? "" : " of thread " + trace.threadName(c.thread());
    boolean placed = c.position() != null && !c.position().isEmpty();
    String where =
        placed ? " at " + c.position() : c.thread() < 0 ? "" : " after event " + c.after();
    int line = trace.line(c);
    return kind + thread + where + (line > 0 ? " (line " + line + ")" : "");
  }

  /** What stopped an execution; null for a dead end. */
  public static String obstacle(SymbolicTrace trace, Condition c) {
    return c == null
        ? "every thread that must go on waits for another"
        : "the " + of(trace, c) + " does not hold";
  }
}
