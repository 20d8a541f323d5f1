package dev.heisenbug.solve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.gen.RandomProblems;
import dev.heisenbug.solve.order.OrderDiagnosis;
import dev.heisenbug.solve.order.OrderFacts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One cell can prove a long trace infeasible, and never one that has a schedule. */
class CellRefutationTest {
  private static SolverOptions options(MemoryModel model) {
    return SolverOptions.of(model).withPolish(Duration.ZERO);
  }

  /** Two threads count to a number without a lock; the total is at least 2, as is well known. */
  private static SymbolicTrace counting(int loops, int total) {
    TraceBuilder b = SymbolicTrace.builder();
    b.thread("0");
    int x = b.location("x", Sort.I32);
    for (int t = 1; t <= 2; t++) {
      b.fork(0, b.thread("0." + t));
    }
    for (int i = 0; i < loops; i++) {
      for (int t = 1; t <= 2; t++) {
        b.write(t, x, b.exprs().add(b.valueOf(b.read(t, x)), b.exprs().i32(1)));
      }
    }
    for (int t = 1; t <= 2; t++) {
      b.exit(t);
      b.join(0, t);
    }
    int end = b.valueOf(b.read(0, x));
    b.goal(b.exprs().apply(Op.SLE, end, b.exprs().i32(total)), "Count.main:9");
    return b.build();
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void aTotalThatNoOrderGivesIsRefuted(MemoryModel model) {
    SolveResult result = ScheduleSolver.solve(counting(60, 1), options(model));
    assertThat(result).isInstanceOf(SolveResult.Infeasible.class);
    assertThat(((SolveResult.Infeasible) result).core())
        .hasSize(2)
        .anyMatch(line -> line.contains("accesses of 3 threads to x"))
        .anyMatch(line -> line.contains("Count.main:9"));
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void theLeastTotalIsNotRefuted(MemoryModel model) {
    assertThat(core(counting(12, 2), model)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void nothingWithAScheduleIsRefuted(MemoryModel model) {
    int refuted = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      SymbolicTrace trace = RandomProblems.generate(seed, model.relaxed());
      if (!core(trace, model).isEmpty()) {
        refuted++;
        assertThat(exhaustive(trace, model)).isInstanceOf(Outcome.Exhausted.class);
      }
    }
    assertThat(refuted).isPositive();
  }

  private static Outcome exhaustive(SymbolicTrace trace, MemoryModel model) {
    OrderFacts facts = OrderFacts.of(trace, model, options(model).reductions(), new SolveStats());
    Problem problem = new Problem(trace, model, facts);
    FreeValues free = FreeValues.of(trace);
    Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
    Budget budget = new Budget(Duration.ofMinutes(5), () -> false);
    return new ForwardSearch(machine, Guide.of(problem), 1, 20, budget).run(0);
  }

  private static List<String> core(SymbolicTrace trace, MemoryModel model) {
    OrderFacts facts = OrderFacts.of(trace, model, options(model).reductions(), new SolveStats());
    if (OrderDiagnosis.find(trace, facts).isPresent()) {
      return List.of();
    }
    Problem problem = new Problem(trace, model, facts);
    FreeValues free = FreeValues.of(trace);
    Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
    Budget budget = new Budget(Duration.ofMinutes(5), () -> false);
    return CellRefutation.find(
        machine, Relations.of(problem), Guide.of(problem), 1_000_000, budget);
  }
}
