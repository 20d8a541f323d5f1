package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What library calls return is known only in the order in which they were observed. */
class LibraryOrderIT {
  private static final String PROGRAM =
      """
      import java.util.concurrent.locks.StampedLock;
      public class Main {
        static final StampedLock lock = new StampedLock();
        static int written;
        static int missed;
        static void look() {
          long stamp = lock.tryWriteLock();
          if (stamp != 0) lock.unlockWrite(stamp);
          if (written == 0) missed++;
        }
        static void write() {
          long stamp = lock.writeLock();
          written = 1;
          lock.unlockWrite(stamp);
        }
        public static void main(String[] args) throws Exception {
          Thread looking = new Thread(Main::look);
          looking.start();
          Thread writing = new Thread(Main::write);
          writing.start();
          looking.join();
          writing.join();
        }
      }
      """;

  @TempDir Path temp;
  private Path dir;

  @BeforeEach
  void run() throws IOException {
    Path source = Files.writeString(temp.resolve("Main.java"), PROGRAM);
    Path classes = new TestProgram("order", source).compile(temp.resolve("classes"));
    dir = temp.resolve("run");
    ControlledRun.lenient(ControlledRun.JDK_25, classes, dir, List.of());
  }

  @Test
  void anAnswerKeepsItWhereThatIsAsked() {
    SymbolicTrace trace = otherwise(true);
    int[] calls = calls(trace, trace.observedOrder());
    assertThat(calls).hasSizeGreaterThan(3);
    assertThat(calls(trace, solved(trace))).isEqualTo(calls);
  }

  @Test
  void otherwiseNoOrderIsAFact() {
    SymbolicTrace trace = otherwise(false);
    assertThat(Arrays.stream(calls(trace, trace.observedOrder())).mapToLong(trace::version))
        .containsOnly(-1L);
  }

  /** The run, with the wish that the last branch of the looking thread had gone the other way. */
  private SymbolicTrace otherwise(boolean keepOrder) {
    List<BranchEvent> branches = SymbolicRun.read(dir, Options.defaults()).branches("0.1");
    BranchEvent last = branches.get(branches.size() - 1);
    SymbolicRun run = SymbolicRun.read(dir, Options.defaults().cut("0.1", last.record()));
    assertThat(run.goals().branch("0.1", last.outcome() == 0)).isTrue();
    if (keepOrder) {
      assertThat(run.keepLibraryOrder()).isTrue();
    }
    return run.trace();
  }

  private static int[] solved(SymbolicTrace trace) {
    SolverOptions options =
        SolverOptions.of(MemoryModel.SC).withTimeout(Duration.ofSeconds(20)).withWorkers(1);
    SolveResult result = ScheduleSolver.solve(trace, options);
    assertThat(result).isInstanceOf(SolveResult.Found.class);
    return ((SolveResult.Found) result).schedule().steps();
  }

  private static int[] calls(SymbolicTrace trace, int[] order) {
    return Arrays.stream(order).filter(e -> e >= 0 && trace.kind(e) == EventKind.OPAQUE).toArray();
  }
}
