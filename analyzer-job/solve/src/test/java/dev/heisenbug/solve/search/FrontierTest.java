package dev.heisenbug.solve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.bench.GeneratorSpec;
import dev.heisenbug.solve.bench.ProblemGenerator;
import dev.heisenbug.solve.gen.RandomProblems;
import dev.heisenbug.solve.order.OrderDiagnosis;
import dev.heisenbug.solve.order.OrderFacts;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All executions side by side find a schedule where there is one, and only there. */
class FrontierTest {
  private static final Budget BUDGET = new Budget(Duration.ofMinutes(2), () -> false);

  private static Outcome search(SymbolicTrace trace, SolverOptions options) {
    OrderFacts facts =
        OrderFacts.of(trace, options.memoryModel(), options.reductions(), new SolveStats());
    if (OrderDiagnosis.find(trace, facts).isPresent()) {
      return new Outcome.Exhausted();
    }
    Problem problem = new Problem(trace, options.memoryModel(), facts);
    FreeValues free = FreeValues.of(trace);
    Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
    return new Frontier(machine, Relations.of(problem), 1, c -> true).run(BUDGET, Long.MAX_VALUE);
  }

  /** The formula is the judge: the two have nothing in common but the trace. */
  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void agreesWithTheFormula(MemoryModel model) {
    SolverOptions options = SolverOptions.of(model).withPolish(Duration.ZERO);
    int found = 0;
    int none = 0;
    for (long seed = 0; seed < 400; seed++) {
      SymbolicTrace trace = RandomProblems.generate(seed + 50_000, model.relaxed());
      if (FreeValues.of(trace).none()) {
        Outcome outcome = search(trace, options);
        SolveResult judge = ScheduleSolver.solve(trace, options.withEncoding(Encoding.CLAP));
        assertThat(outcome)
            .as("seed %d", seed)
            .isInstanceOf(
                judge instanceof SolveResult.Found
                    ? Outcome.Solved.class
                    : Outcome.Exhausted.class);
        found += judge instanceof SolveResult.Found ? 1 : 0;
        none += judge instanceof SolveResult.Infeasible ? 1 : 0;
      }
    }
    assertThat(found).isGreaterThan(50);
    assertThat(none).isGreaterThan(50);
  }

  @Test
  void branchesThatAskForAsMuchAsTheOrderGivesAreSatisfied() {
    SymbolicTrace trace = ProblemGenerator.generate(GeneratorSpec.parse("raceydense:4:300:10"));
    assertThat(search(trace, SolverOptions.of(MemoryModel.SC))).isInstanceOf(Outcome.Solved.class);
  }

  /** Two accounts, changed together under a lock: nobody who holds it sees another sum. */
  private static SymbolicTrace transfers(int loops) {
    TraceBuilder b = SymbolicTrace.builder();
    b.thread("0");
    int x = b.location("x", Sort.I32);
    int y = b.location("y", Sort.I32);
    int lock = b.object("lock");
    for (int t = 1; t <= 2; t++) {
      b.fork(0, b.thread("0." + t));
    }
    for (int i = 0; i < loops; i++) {
      for (int t = 1; t <= 2; t++) {
        b.lock(t, lock, false);
        b.write(t, x, b.exprs().add(b.valueOf(b.read(t, x)), b.exprs().i32(t)));
        b.write(t, y, b.exprs().sub(b.valueOf(b.read(t, y)), b.exprs().i32(t)));
        b.unlock(t, lock, false);
      }
    }
    b.lock(2, lock, false);
    int sum = b.exprs().add(b.valueOf(b.read(2, x)), b.valueOf(b.read(2, y)));
    b.goal(b.exprs().not(b.exprs().apply(Op.EQ, sum, b.exprs().i32(0))), "Bank.audit:7");
    b.unlock(2, lock, false);
    return b.build();
  }

  @Test
  void aSumThatALockKeepsIsRefutedWithTheGoalAsTheCore() {
    SolverOptions options = SolverOptions.of(MemoryModel.SC).withTimeout(Duration.ofMinutes(2));
    SolveResult result = ScheduleSolver.solve(transfers(150), options);
    assertThat(result).isInstanceOf(SolveResult.Infeasible.class);
    assertThat(((SolveResult.Infeasible) result).core())
        .hasSize(2)
        .anyMatch(line -> line.contains("Bank.audit:7"));
  }
}
