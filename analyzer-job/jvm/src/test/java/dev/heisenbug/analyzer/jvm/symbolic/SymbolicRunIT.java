package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real runs of small programs, read back. */
class SymbolicRunIT {
  private static final long[] SEEDS = {3, 8};

  @TempDir Path temp;

  static List<TestProgram> programs() {
    return TestProgram.all();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theObservedOrderGivesTheObservedValues(TestProgram program) throws IOException {
    Path classes = program.compile(temp.resolve("classes"));
    for (long seed : SEEDS) {
      Path dir = temp.resolve("seed" + seed);
      ControlledRun.random(ControlledRun.JDK_25, classes, dir, seed);
      assertHolds(SymbolicRun.read(dir, Options.defaults()));
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theSameOnTheOldestJdk(TestProgram program) throws IOException {
    assumeTrue(Files.isDirectory(ControlledRun.JDK_17));
    Path classes = program.compile(temp.resolve("classes"));
    ControlledRun.random(ControlledRun.JDK_17, classes, temp.resolve("run"), 5);
    assertHolds(SymbolicRun.read(temp.resolve("run"), Options.defaults()));
  }

  private static void assertHolds(SymbolicRun run) {
    assertThat(Observed.fault(run.trace())).isEmpty();
    assertThat(run.statistics().inconsistencies()).isEmpty();
    assertThat(run.statistics().resyncs()).isZero();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aPlanOfTheObservedOrderReproducesTheRun(TestProgram program) throws IOException {
    Path classes = program.compile(temp.resolve("classes"));
    ControlledRun first =
        ControlledRun.random(ControlledRun.JDK_25, classes, temp.resolve("first"), 3);
    SymbolicRun run = SymbolicRun.read(first.dir(), Options.defaults());
    List<String> plan = PlanBuilder.lines(run.plans().plan(run.trace().observedOrder()));
    ControlledRun second =
        ControlledRun.planned(ControlledRun.JDK_25, classes, temp.resolve("second"), plan);
    assertThat(second.outcome().status()).isEqualTo(first.outcome().status());
    if (program.name().equals("locks")) {
      // How often a thread parks inside a library call depends on steps that no plan fixes.
      return;
    }
    SymbolicRun again = SymbolicRun.read(second.dir(), Options.defaults());
    assertThat(text(again.trace())).isEqualTo(text(run.trace()));
  }

  /** The order of all steps that a plan can fix, without names that depend on other steps. */
  private static List<String> text(SymbolicTrace trace) {
    List<String> lines = new ArrayList<>();
    for (int e : trace.observedOrder()) {
      EventKind kind = trace.kind(e);
      boolean number = kind.isMemory() && trace.locations().get(trace.target(e)).sort() != Sort.REF;
      // Waiting for a class is no point of a plan: who comes first differs from order to order.
      if (kind != EventKind.START && kind != EventKind.EXIT && kind != EventKind.AWAIT) {
        String line = trace.describe(e) + (number ? " " + trace.observed(e) : "");
        lines.add(line.replaceAll("#[0-9]+", ""));
      }
    }
    return lines;
  }
}
