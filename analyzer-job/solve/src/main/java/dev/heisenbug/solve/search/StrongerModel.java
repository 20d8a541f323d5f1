package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Schedule;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.order.OrderFacts;
import java.util.Arrays;

/**
 * Looks for an execution in which no store is late: one under sequential consistency is one under
 * every weaker model as well, and the searches for it need not ask when each store commits.
 */
final class StrongerModel {
  private StrongerModel() {}

  /** A schedule for the machine's own model, or no decision: that there is none proves nothing. */
  static Outcome search(Machine weak, SolverOptions options, Budget limit) {
    SolverOptions strong =
        SolverOptions.of(MemoryModel.SC)
            .withReductions(options.reductions())
            .withMemory(options.memoryBytes())
            .withSeed(options.seed());
    SolveStats stats = new SolveStats();
    OrderFacts facts =
        OrderFacts.of(weak.problem.trace, MemoryModel.SC, strong.reductions(), stats);
    Problem problem = new Problem(weak.problem.trace, MemoryModel.SC, facts);
    Machine machine = new Machine(problem, weak.unknowns, weak.opaqueChoice.clone());
    Relay relay =
        new Relay(
            machine,
            Relations.of(problem),
            Guide.of(problem),
            options.seed(),
            stats,
            new WindowRepair(strong, stats));
    Outcome outcome = relay.schedulesOnly().run(true, limit);
    return switch (outcome) {
      case Outcome.Solved solved -> new Outcome.Solved(committed(problem, solved.schedule()));
      case Outcome.GaveUp gaveUp -> gaveUp;
      case Outcome.Exhausted none -> new Outcome.GaveUp(0, "");
      case Outcome.Refuted none -> new Outcome.GaveUp(0, "");
    };
  }

  /** The same steps with every store committed at once. */
  private static Schedule committed(Problem problem, Schedule schedule) {
    int[] steps = new int[2 * schedule.size()];
    int n = 0;
    for (int i = 0; i < schedule.size(); i++) {
      int e = schedule.step(i);
      steps[n++] = e;
      if (problem.trace.kind(e) == EventKind.WRITE) {
        steps[n++] = ~e;
      }
    }
    return new Schedule(Arrays.copyOf(steps, n), schedule.unknowns(), schedule.values());
  }
}
