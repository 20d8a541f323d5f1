package dev.heisenbug.solve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.search.VariedProblems.Shape;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Problems of shapes that the bench does not have are solved. */
class VariedProblemsTest {
  @ParameterizedTest
  @EnumSource(Shape.class)
  void isSolved(Shape shape) {
    solve(shape, MemoryModel.SC);
  }

  @ParameterizedTest
  @EnumSource(names = {"READERS", "BARRIERS", "SEMAPHORE", "CAS", "STACK", "MONITOR"})
  void isSolvedUnderRelaxedModels(Shape shape) {
    solve(shape, MemoryModel.TSO);
    solve(shape, MemoryModel.PSO);
  }

  private static void solve(Shape shape, MemoryModel model) {
    SymbolicTrace trace = new VariedProblems(shape, 25, 10, 1, model).generate();
    SolverOptions options =
        SolverOptions.of(model).withTimeout(Duration.ofMinutes(3)).withPolish(Duration.ZERO);
    assertThat(ScheduleSolver.solve(trace, options))
        .as(shape + " " + model + ", " + trace.eventCount() + " events")
        .isInstanceOf(SolveResult.Found.class);
  }
}
