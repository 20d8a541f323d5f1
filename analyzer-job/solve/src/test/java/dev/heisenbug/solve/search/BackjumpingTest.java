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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The conflict-directed search by itself, without the exhaustive one that comes before it. */
class BackjumpingTest {
  private static final SolverOptions OPTIONS = SolverOptions.of(MemoryModel.SC);

  private static OrderFacts facts(SymbolicTrace trace) {
    return OrderFacts.of(trace, MemoryModel.SC, OPTIONS.reductions(), new SolveStats());
  }

  private static Outcome run(SymbolicTrace trace, Duration time, BooleanSupplier cancelled) {
    Problem problem = new Problem(trace, MemoryModel.SC, facts(trace));
    FreeValues free = FreeValues.of(trace);
    Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
    Backjumping search = new Backjumping(machine, Relations.of(problem), Guide.of(problem), 1);
    return search.run(new Budget(time, cancelled), Long.MAX_VALUE);
  }

  private static void assertValid(SymbolicTrace trace, Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Solved.class);
    ScheduleChecker checker = new ScheduleChecker(trace, MemoryModel.SC, OPTIONS.reductions());
    assertThat(checker.check(((Outcome.Solved) outcome).schedule())).isEmpty();
  }

  @Test
  void findsWhatTheExhaustiveSearchFinds() {
    int both = 0;
    int only = 0;
    for (int seed = 100_000; seed < 101_500; seed++) {
      SymbolicTrace trace = RandomProblems.generate(seed, false);
      OrderFacts facts = facts(trace);
      Problem problem = new Problem(trace, MemoryModel.SC, facts);
      if (OrderDiagnosis.find(trace, facts).isPresent()) {
        continue;
      }
      FreeValues free = FreeValues.of(trace);
      Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
      Budget unlimited = new Budget(Duration.ofMinutes(1), () -> false);
      ForwardSearch all = new ForwardSearch(machine, Guide.of(problem), 1, 12, unlimited);
      if (all.run(0) instanceof Outcome.Solved) {
        int[] asked = {0};
        Outcome outcome = run(trace, Duration.ofMinutes(1), () -> ++asked[0] > 3_000);
        both += outcome instanceof Outcome.Solved ? 1 : 0;
        only += outcome instanceof Outcome.Solved ? 0 : 1;
        if (outcome instanceof Outcome.Solved) {
          assertValid(trace, outcome);
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
    assertValid(trace, run(trace, Duration.ofMinutes(1), () -> false));
  }
}
