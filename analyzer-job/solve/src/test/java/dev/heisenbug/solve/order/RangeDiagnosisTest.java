package dev.heisenbug.solve.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.HbtReader;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.ScheduleSolver;
import dev.heisenbug.solve.SolveResult;
import dev.heisenbug.solve.SolverOptions;
import java.io.BufferedReader;
import java.io.StringReader;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What all stores together cannot give is known without any order, and nothing else is. */
class RangeDiagnosisTest {
  private static SymbolicTrace trace(String body, String goal) throws Exception {
    return HbtReader.read(
        new BufferedReader(
            new StringReader("hbt 1\nthread 0\nthread 0.1\nthread 0.2\n" + body + "goal " + goal)));
  }

  /** Two threads that each add to a counter some times, without a lock. */
  private static String counting(int times) {
    StringBuilder text = new StringBuilder("loc c i32 = 5\n0 fork 0.1\n0 fork 0.2\n");
    for (int i = 0; i < times; i++) {
      for (int t = 1; t <= 2; t++) {
        String r = "r" + t + "x" + i;
        text.append("0.%d read c -> %s\n0.%d write c = (add %s %d)\n".formatted(t, r, t, r, t));
      }
    }
    return text + "0 join 0.1\n0 join 0.2\n0 read c -> end\n";
  }

  @ParameterizedTest
  @CsvSource({
    "(eq end 306), true",
    "(slt end 5), true",
    "(eq end 305), false",
    "(slt 304 (add end 0)), false",
    "(eq (and end 7) 9), true",
    "(slt end 6), false"
  })
  void aCounterIsBounded(String goal, boolean refuted) throws Exception {
    assertThat(RangeDiagnosis.find(trace(counting(100), goal)).isPresent()).isEqualTo(refuted);
  }

  @Test
  void theCoreNamesTheLocationAndItsBounds() throws Exception {
    Contradiction c = RangeDiagnosis.find(trace(counting(100), "(slt 400 end)")).orElseThrow();
    assertThat(c.core()).hasSize(2).anyMatch(line -> line.contains("c holds is from 5 to 305"));
  }

  @Test
  void arithmeticThatMayWrapBoundsNothing() throws Exception {
    String body = "loc c i32 = 2147483640\n0 read c -> a\n0 write c = (add a 100)\n0 read c -> b\n";
    assertThat(RangeDiagnosis.find(trace(body, "(slt b 0)"))).isEmpty();
  }

  @Test
  void compareAndSetAddsOnlyOnce() throws Exception {
    String body =
        """
        loc c i32
        0.1 read c -> a
        0.1 rmw c -> o = (ite (eq o a) (add a 1) o)
        0.2 read c -> b
        0.2 rmw c -> p = (ite (eq p b) (add b 1) p)
        0 read c -> end
        """;
    assertThat(RangeDiagnosis.find(trace(body, "(eq end 3)"))).isPresent();
    assertThat(RangeDiagnosis.find(trace(body, "(eq end 2)"))).isEmpty();
  }

  /** Random straight-line programs over two locations. */
  @Test
  void nothingWithAScheduleIsRefuted() throws Exception {
    Random random = new Random(7);
    int refuted = 0;
    for (int i = 0; i < 600; i++) {
      StringBuilder body = new StringBuilder("loc x i32 = 1\nloc y i32\n");
      String last = "3";
      for (int e = 0; e < 6; e++) {
        int t = random.nextInt(2) + 1;
        String place = random.nextBoolean() ? "x" : "y";
        String other = random.nextBoolean() ? "x" : "y";
        String value =
            switch (random.nextInt(4)) {
              case 0 -> "(sub r%d %d)".formatted(e, random.nextInt(3));
              case 1 -> "(ite (slt r%d 2) (add r%d 2) 1)".formatted(e, e);
              case 2 -> "(and r%d 3)".formatted(e);
              default -> "(add r%d 1)".formatted(e);
            };
        body.append(
            "0.%d read %s -> r%d\n0.%d write %s = %s\n".formatted(t, other, e, t, place, value));
        last = "r" + e;
      }
      String goal = "(eq %s %d)".formatted(last, random.nextInt(12) - 4);
      SymbolicTrace trace = trace(body.toString(), goal);
      if (RangeDiagnosis.find(trace).isPresent()) {
        refuted++;
        for (MemoryModel model : MemoryModel.values()) {
          SolverOptions options = SolverOptions.of(model).withEncoding(Encoding.CLAP);
          assertThat(ScheduleSolver.solve(trace, options.withPolish(Duration.ZERO)))
              .isInstanceOf(SolveResult.Infeasible.class);
        }
      }
    }
    assertThat(refuted).isGreaterThan(50);
  }
}
