package dev.heisenbug.solve;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/**
 * A total order of steps. A step is an event id, or {@code ~event} for the moment a buffered store
 * becomes visible (TSO and PSO only); free values chosen by the solver travel with it.
 */
public final class Schedule {
  private final int[] steps;
  private final long[] unknowns;
  private final long[] values;

  /**
   * @param steps event ids and {@code ~event} commits
   * @param unknowns value of each {@link SymbolicTrace#unknowns()} entry
   * @param values per event: value read, or written by a plain write; 0 elsewhere and where not run
   */
  public Schedule(int[] steps, long[] unknowns, long[] values) {
    this.steps = steps.clone();
    this.unknowns = unknowns.clone();
    this.values = values.clone();
  }

  public int size() {
    return steps.length;
  }

  public int step(int i) {
    return steps[i];
  }

  public int[] steps() {
    return steps.clone();
  }

  public static boolean isCommit(int step) {
    return step < 0;
  }

  public static int event(int step) {
    return step < 0 ? ~step : step;
  }

  public long unknown(int id) {
    return unknowns[id];
  }

  public long[] unknowns() {
    return unknowns.clone();
  }

  public long value(int event) {
    return values[event];
  }

  public long[] values() {
    return values.clone();
  }

  /** How often the running thread changes; commits belong to nobody. */
  public int contextSwitches(SymbolicTrace trace) {
    int switches = 0;
    int last = -1;
    for (int step : steps) {
      if (step >= 0) {
        int thread = trace.thread(step);
        switches += last >= 0 && thread != last ? 1 : 0;
        last = thread;
      }
    }
    return switches;
  }

  @Override
  public String toString() {
    return Arrays.toString(steps);
  }
}
