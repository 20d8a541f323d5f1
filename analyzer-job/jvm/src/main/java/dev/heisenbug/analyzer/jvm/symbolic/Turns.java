package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.launch.PlanStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Puts the events of an order together to turns.
 *
 * <p>A store whose commit comes before its thread does anything else is no delayed store: it is
 * executed when it becomes visible. Only where the thread goes on in between it has to be held.
 */
final class Turns {
  private final SymbolicTrace trace;
  private final IntUnaryOperator until;
  private final List<PlanStep> steps = new ArrayList<>();
  private final int[] reached;

  /** By thread, a store that was not executed yet because nothing needs it, or -1. */
  private final int[] floating;

  private final Set<Integer> held = new HashSet<>();
  private boolean delays;
  private int current = -1;

  /**
   * @param until point counter of an event's thread once the event is done
   */
  Turns(SymbolicTrace trace, IntUnaryOperator until) {
    this.trace = trace;
    this.until = until;
    reached = new int[trace.threadCount()];
    floating = new int[trace.threadCount()];
    java.util.Arrays.fill(floating, -1);
  }

  List<PlanStep> plan(int[] order) {
    for (int step : order) {
      delays |= step < 0;
    }
    for (int step : order) {
      if (step < 0) {
        commit(~step);
      } else {
        event(step);
      }
    }
    for (int store : floating) {
      if (store >= 0) {
        run(store);
      }
    }
    return List.copyOf(steps);
  }

  private void event(int event) {
    int thread = trace.thread(event);
    int store = floating[thread];
    if (store >= 0) {
      floating[thread] = -1;
      held.add(store);
      // Before the turn in which it is executed, whichever that is.
      steps.addFirst(step(PlanStep.Kind.HOLD, store));
      run(store);
    }
    if (delays && trace.kind(event).writes() && !trace.kind(event).reads()) {
      floating[thread] = event;
    } else {
      run(event);
    }
  }

  private void commit(int store) {
    int thread = trace.thread(store);
    if (floating[thread] == store) {
      floating[thread] = -1;
      run(store);
    } else if (held.remove(store)) {
      steps.add(step(PlanStep.Kind.COMMIT, store));
      current = -1;
    }
  }

  private void run(int event) {
    int thread = trace.thread(event);
    int to = until.applyAsInt(event);
    if (to <= reached[thread]) {
      return;
    }
    reached[thread] = to;
    if (thread == current) {
      steps.removeLast();
    }
    steps.add(new PlanStep(trace.threadName(thread), to, ""));
    current = thread;
  }

  private PlanStep step(PlanStep.Kind kind, int store) {
    return new PlanStep(kind, trace.threadName(trace.thread(store)), until.applyAsInt(store), "");
  }
}
