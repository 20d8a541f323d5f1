package dev.heisenbug.solve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.gen.RandomProblems;
import dev.heisenbug.solve.order.OrderDiagnosis;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.smt.FormulaSolver;
import dev.heisenbug.solve.smt.SmtOutcome;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Windows: the rest of an execution as a problem of its own, and repair with it. */
class WindowRepairTest {
  private static final SolverOptions OPTIONS = SolverOptions.of(MemoryModel.SC);

  private static OrderFacts facts(SymbolicTrace trace) {
    return OrderFacts.of(trace, MemoryModel.SC, OPTIONS.reductions(), new SolveStats());
  }

  private static Budget seconds(int n) {
    return new Budget(Duration.ofSeconds(n), () -> false);
  }

  /** What follows the first half of a schedule can be solved alone and put back. */
  @Test
  void theRestOfAnExecutionIsAProblemOfItsOwn() {
    int told = 0;
    for (int seed = 200_000; seed < 200_300; seed++) {
      SymbolicTrace trace = RandomProblems.generate(seed, false);
      OrderFacts facts = facts(trace);
      if (OrderDiagnosis.find(trace, facts).isPresent()) {
        continue;
      }
      Problem problem = new Problem(trace, MemoryModel.SC, facts);
      Machine like = new Machine(problem, Defaults.unknowns(trace), Defaults.opaque(trace));
      ForwardSearch all = new ForwardSearch(like.fresh(), Guide.of(problem), 1, 12, seconds(60));
      if (all.run(0) instanceof Outcome.Solved solved) {
        told += again(trace, problem, like, solved.schedule().steps()) ? 1 : 0;
      }
    }
    assertThat(told).isGreaterThan(30);
  }

  private static boolean again(SymbolicTrace trace, Problem problem, Machine like, int[] steps) {
    Machine machine = like.fresh();
    int half = steps.length / 2;
    for (int i = 0; i < half; i++) {
      machine.perform(problem.thread[steps[i]]);
    }
    int[] rest = Arrays.copyOfRange(steps, half, steps.length);
    WindowTrace.Result window = WindowTrace.of(machine, rest, true);
    if (window == null) {
      return false;
    }
    SmtOutcome answer =
        new FormulaSolver(window.trace(), facts(window.trace()), OPTIONS, new SolveStats())
            .solve(Encoding.DEFAULT, seconds(60));
    assertThat(answer).isInstanceOf(SmtOutcome.Sat.class);
    int[] inside =
        Arrays.stream(((SmtOutcome.Sat) answer).schedule().steps())
            .map(e -> window.origin().get(e))
            .filter(e -> e >= 0)
            .toArray();
    int[] whole = Arrays.copyOf(steps, half + inside.length);
    System.arraycopy(inside, 0, whole, half, inside.length);
    var schedule =
        Execution.along(
            trace, MemoryModel.SC, problem.facts, whole, like.unknowns, like.opaqueChoice);
    assertThat(schedule).isPresent();
    assertThat(
            new ScheduleChecker(trace, MemoryModel.SC, OPTIONS.reductions()).check(schedule.get()))
        .isEmpty();
    return true;
  }

  /** A lock held, a long history behind it, and a goal that only another order near it reaches. */
  @Test
  void repairsAnObservedOrderNearItsGoal() {
    TraceBuilder b = SymbolicTrace.builder();
    int one = b.thread("0");
    int two = b.thread("0.1");
    int x = b.location("x", Sort.I32);
    int lock = b.object("lock");
    b.lock(one, lock, false);
    for (int i = 0; i < 300; i++) {
      int r = b.read(one, x);
      b.write(one, x, b.exprs().apply(Op.ADD, b.valueOf(r), b.exprs().i32(1)));
    }
    b.unlock(one, lock, false);
    b.lock(two, lock, false);
    int seen = b.read(two, x);
    b.condition(
        two,
        b.exprs().eq(b.valueOf(seen), b.exprs().i32(300)),
        dev.heisenbug.formats.trace.Condition.Kind.PATH,
        "a");
    b.write(two, x, b.exprs().i32(7));
    int again = b.read(one, x);
    b.condition(
        one,
        b.exprs().eq(b.valueOf(again), b.exprs().i32(300)),
        dev.heisenbug.formats.trace.Condition.Kind.GOAL,
        "b");
    b.observedInThisOrder();
    SymbolicTrace trace = b.build();
    Problem problem = new Problem(trace, MemoryModel.SC, facts(trace));
    Machine like = new Machine(problem, Defaults.unknowns(trace), Defaults.opaque(trace));
    int[] ranks =
        new WindowRepair(OPTIONS, new SolveStats())
            .straighten(like, Guide.of(problem), seconds(60));
    Machine machine = like.fresh();
    for (int e : Guide.ranks(ranks)) {
      assertThat(machine.next(problem.thread[e])).isEqualTo(e);
      machine.perform(problem.thread[e]);
      assertThat(machine.violated(problem.thread[e])).isNull();
    }
    assertThat(machine.complete()).isTrue();
  }
}
