package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.TraceBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanBuilderTest {
  private final TraceBuilder b = SymbolicTrace.builder();
  private final int main = b.thread("0");
  private final int child = b.thread("0.1");
  private final int x = b.location("x", Sort.I32);

  @Test
  void stepsOfOneThreadBecomeOne() {
    int a = b.read(main, x);
    int c = b.read(main, x);
    int d = b.read(child, x);
    PlanBuilder plans = new PlanBuilder(b.build(), new int[] {1, 3, 1}, Map.of());
    assertThat(PlanBuilder.lines(plans.plan(new int[] {a, d, c})))
        .containsExactly("0\t1", "0.1\t1", "0\t3");
    assertThat(PlanBuilder.lines(plans.plan(new int[] {a, c, d})))
        .containsExactly("0\t3", "0.1\t1");
  }

  @Test
  void aFenceDoesNotRunTheWriteBehindIt() {
    int fence = b.fence(main, Fence.RELEASE);
    int read = b.read(child, x);
    int write = b.write(main, x, b.exprs().i32(1));
    PlanBuilder plans = new PlanBuilder(b.build(), new int[] {2, 1, 2}, Map.of());
    assertThat(PlanBuilder.lines(plans.plan(new int[] {fence, read, write})))
        .containsExactly("0\t1", "0.1\t1", "0\t2");
  }

  @Test
  void anExitRunsTheThreadToItsEnd() {
    int exit = b.exit(child);
    PlanBuilder plans = new PlanBuilder(b.build(), new int[] {3}, Map.of("0.1", 5));
    assertThat(PlanBuilder.lines(plans.plan(new int[] {exit}))).containsExactly("0.1\t5");
  }

  @Test
  void aStoreIsHeldOnlyIfItsThreadGoesOnBeforeItsCommit() {
    int write = b.write(main, x, b.exprs().i32(1));
    int next = b.read(main, x);
    int other = b.read(child, x);
    PlanBuilder plans = new PlanBuilder(b.build(), new int[] {1, 2, 1}, Map.of());
    assertThat(PlanBuilder.lines(plans.plan(new int[] {write, next, other, ~write})))
        .containsExactly("0\t1\thold", "0\t2", "0.1\t1", "0\t1\tcommit");
    assertThat(PlanBuilder.lines(plans.plan(new int[] {write, other, ~write, next})))
        .containsExactly("0.1\t1", "0\t2");
  }
}
