package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks for other outcomes of branches, and runs the program under the answers. */
class BranchFlipIT {
  private static final int BRANCHES = 3;

  @TempDir Path temp;
  private Path classes;
  private int asked;
  private int found;
  private final List<String> missed = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(
      strings = {"counter", "buffer", "numbers", "atomics", "list", "exceptions", "arrays"})
  void branchesGoTheOtherWayUnderTheSolvedOrder(String name) throws IOException {
    classes = TestProgram.named(name).compile(temp.resolve("classes"));
    Path dir = temp.resolve("first");
    ControlledRun.random(ControlledRun.JDK_25, classes, dir, 5);
    for (BranchEvent b : wanted(SymbolicRun.read(dir, Options.defaults()))) {
      flip(dir, b);
    }
    System.out.println(name + ": asked " + asked + ", found " + found);
    assertThat(missed).isEmpty();
  }

  @Test
  void nullFromAGenericClassMayHaveBeenAnObject() throws IOException {
    classes = TestProgram.named("slot").compile(temp.resolve("classes"));
    Path dir = temp.resolve("first");
    ControlledRun.lenient(ControlledRun.JDK_25, classes, dir, List.of());
    for (BranchEvent b : wanted(SymbolicRun.read(dir, Options.defaults()))) {
      flip(dir, b);
    }
    assertThat(missed).isEmpty();
    assertThat(asked).isEqualTo(1);
    assertThat(found).isEqualTo(1);
  }

  private static List<BranchEvent> wanted(SymbolicRun run) {
    List<BranchEvent> result = new ArrayList<>();
    for (int t = 0; t < run.trace().threadCount(); t++) {
      for (BranchEvent b : run.branches(run.trace().threadName(t))) {
        if (b.condition() >= 0
            && (b.outcome() == 0 || b.outcome() == 1)
            && !dependsOnUnknown(run.trace().exprs(), b.condition())) {
          result.add(b);
        }
      }
    }
    int step = Math.max(1, result.size() / BRANCHES);
    List<BranchEvent> picked = new ArrayList<>();
    for (int i = 0; i < result.size(); i += step) {
      picked.add(result.get(i));
    }
    return picked;
  }

  /** The solver may choose unknown values as no run would. */
  private static boolean dependsOnUnknown(Exprs x, int node) {
    Op op = x.op(node);
    if (op == Op.UNKNOWN || op.arity() == 0) {
      return op == Op.UNKNOWN;
    }
    return dependsOnUnknown(x, x.a(node))
        || op.arity() > 1 && dependsOnUnknown(x, x.b(node))
        || op.arity() > 2 && dependsOnUnknown(x, x.c(node));
  }

  private void flip(Path dir, BranchEvent b) throws IOException {
    SymbolicRun run = SymbolicRun.read(dir, Options.defaults().cut(b.thread(), b.record()));
    Goals goals = run.goals();
    if (!goals.branch(b.thread(), b.outcome() == 0)) {
      return;
    }
    run.threads().stream().filter(t -> !t.equals(b.thread())).forEach(t -> goals.require(t, 0));
    asked++;
    SolverOptions options =
        SolverOptions.of(MemoryModel.SC).withTimeout(Duration.ofSeconds(3)).withWorkers(1);
    if (!(ScheduleSolver.solve(run.trace(), options) instanceof SolveResult.Found answer)) {
      return;
    }
    found++;
    int[] order = Arrays.stream(answer.schedule().steps()).filter(s -> s >= 0).toArray();
    List<String> plan = PlanBuilder.lines(run.plans().plan(order));
    Path again = temp.resolve("flip" + asked);
    ControlledRun.lenient(ControlledRun.JDK_25, classes, again, plan);
    int n = run.branches(b.thread()).size();
    List<BranchEvent> branches = SymbolicRun.read(again, Options.defaults()).branches(b.thread());
    BranchEvent other = n < branches.size() ? branches.get(n) : null;
    if (other == null || other.instruction() != b.instruction() || other.outcome() == b.outcome()) {
      missed.add(b + " plan " + plan);
    }
  }
}
