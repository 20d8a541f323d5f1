package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.order.OrderFacts;
import java.util.Arrays;
import java.util.Optional;

/** Runs given steps to find the values they produce. */
public final class Execution {
  private Execution() {}

  /** The schedule of the steps with its values, or empty where a step is not possible. */
  public static Optional<Schedule> along(
      SymbolicTrace trace,
      MemoryModel model,
      OrderFacts facts,
      int[] steps,
      long[] unknowns,
      long[] opaque) {
    Problem problem = new Problem(trace, model, facts);
    Machine machine = new Machine(problem, unknowns, opaque);
    int[] options = new int[machine.maxSteps()];
    for (int step : steps) {
      int wanted = step < 0 ? step : trace.thread(step);
      int n = machine.enabled(options);
      boolean possible = Arrays.stream(options, 0, n).anyMatch(o -> o == wanted);
      if (!possible || (step >= 0 && machine.next(wanted) != step)) {
        return Optional.empty();
      }
      machine.perform(wanted);
    }
    return Optional.of(new Schedule(steps, unknowns, machine.value));
  }
}
