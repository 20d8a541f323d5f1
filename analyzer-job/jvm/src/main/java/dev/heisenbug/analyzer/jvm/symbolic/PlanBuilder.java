package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RunOutcome.PlanStep;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns an order of events back into a plan that the replay agent can follow. */
public final class PlanBuilder {
  private final SymbolicTrace trace;
  private final int[] idx;
  private final Map<String, Integer> points;

  /**
   * Creates a builder.
   *
   * @param idx point counter of every event's thread after the event
   * @param points final point counter of threads that ended, by tree id
   */
  PlanBuilder(SymbolicTrace trace, int[] idx, Map<String, Integer> points) {
    this.trace = trace;
    this.idx = idx;
    this.points = points;
  }

  /** Point counter of the event's thread once the event is done. */
  public int until(int event) {
    return switch (trace.kind(event)) {
      case EXIT -> points.getOrDefault(trace.threadName(trace.thread(event)), idx[event]);
      // They change nothing and stand before an access of the same point, which must not run yet.
      case FENCE, AWAIT -> idx[event] - 1;
      default -> idx[event];
    };
  }

  /** The steps that make threads pass the events in the given order. */
  public List<PlanStep> plan(int[] order) {
    List<PlanStep> steps = new ArrayList<>();
    int[] reached = new int[trace.threadCount()];
    int current = -1;
    for (int event : order) {
      int thread = trace.thread(event);
      int until = until(event);
      if (until <= reached[thread]) {
        continue;
      }
      reached[thread] = until;
      if (thread == current) {
        steps.removeLast();
      }
      steps.add(new PlanStep(trace.threadName(thread), until));
      current = thread;
    }
    return List.copyOf(steps);
  }

  /** The plan as the agent's settings want it: one line per step, fields separated by a tab. */
  public static List<String> lines(List<PlanStep> plan) {
    return plan.stream().map(p -> p.thread() + "\t" + p.until()).toList();
  }
}
