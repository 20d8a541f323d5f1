package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.launch.PlanStep;
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

  /**
   * The steps that make threads pass the events in the given order.
   *
   * @param order events; {@code ~event} is the moment at which a delayed store becomes visible
   */
  public List<PlanStep> plan(int[] order) {
    return new Turns(trace, this::until).plan(order);
  }

  /** The plan as the agent's settings want it: one line per step, fields separated by a tab. */
  public static List<String> lines(List<PlanStep> plan) {
    return plan.stream().map(PlanStep::line).toList();
  }
}
