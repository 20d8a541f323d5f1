package dev.heisenbug.solve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.bench.GeneratorSpec;
import dev.heisenbug.solve.bench.ProblemGenerator;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.gen.RandomProblems;
import dev.heisenbug.solve.order.OrderDiagnosis;
import dev.heisenbug.solve.order.OrderFacts;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The conflict-directed search by itself, without the exhaustive one that comes before it. */
class BackjumpingTest {
  private static OrderFacts facts(SymbolicTrace trace, MemoryModel model) {
    return OrderFacts.of(trace, model, SolverOptions.of(model).reductions(), new SolveStats());
  }

  private static Outcome run(
      SymbolicTrace trace, MemoryModel model, boolean delays, BooleanSupplier cancelled) {
    Problem problem = new Problem(trace, model, facts(trace, model));
    FreeValues free = FreeValues.of(trace);
    Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
    Backjumping search =
        new Backjumping(machine, Relations.of(problem), Guide.of(problem), 1, delays);
    return search.run(new Budget(Duration.ofMinutes(1), cancelled), Long.MAX_VALUE);
  }

  private static void assertValid(SymbolicTrace trace, MemoryModel model, Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Solved.class);
    ScheduleChecker checker =
        new ScheduleChecker(trace, model, SolverOptions.of(model).reductions());
    assertThat(checker.check(((Outcome.Solved) outcome).schedule())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void findsWhatTheExhaustiveSearchFinds(MemoryModel model) {
    int both = 0;
    int only = 0;
    for (int seed = 100_000; seed < 101_500; seed++) {
      SymbolicTrace trace = RandomProblems.generate(seed, model.relaxed());
      OrderFacts facts = facts(trace, model);
      Problem problem = new Problem(trace, model, facts);
      if (OrderDiagnosis.find(trace, facts).isPresent()) {
        continue;
      }
      FreeValues free = FreeValues.of(trace);
      Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
      Budget unlimited = new Budget(Duration.ofMinutes(1), () -> false);
      ForwardSearch all = new ForwardSearch(machine, Guide.of(problem), 1, 12, unlimited);
      if (all.run(0) instanceof Outcome.Solved) {
        int[] asked = {0};
        Outcome outcome = run(trace, model, true, () -> ++asked[0] > 3_000);
        both += outcome instanceof Outcome.Solved ? 1 : 0;
        only += outcome instanceof Outcome.Solved ? 0 : 1;
        if (outcome instanceof Outcome.Solved) {
          assertValid(trace, model, outcome);
        }
      }
    }
    assertThat(both).isGreaterThan(300);
    assertThat(only).isLessThan(both / 50);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"racey:4:300:100", "racey:4:300:10", "raceydata:4:200:100", "counter:4:100:100"})
  void goesBackToWhatAConditionDependsOn(String spec) {
    SymbolicTrace trace = ProblemGenerator.generate(GeneratorSpec.parse(spec));
    for (MemoryModel model : MemoryModel.values()) {
      assertValid(trace, model, run(trace, model, false, () -> false));
    }
  }
}
