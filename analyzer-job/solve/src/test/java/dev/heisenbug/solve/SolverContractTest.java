package dev.heisenbug.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heisenbug.formats.trace.HbtReader;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.bench.GeneratorSpec;
import dev.heisenbug.solve.bench.ProblemGenerator;
import dev.heisenbug.solve.check.ScheduleChecker;
import dev.heisenbug.solve.gen.RandomProblems;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers rely on: budgets, refusals, diagnoses, generated problems, agreeing encodings. */
class SolverContractTest {
  private static SymbolicTrace read(String text) throws IOException {
    return HbtReader.read(new BufferedReader(new StringReader("hbt 1\n" + text)));
  }

  private static SymbolicTrace generate(String spec) {
    return ProblemGenerator.generate(GeneratorSpec.parse(spec));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "racey:4:20:10",
        "raceydata:3:20:10",
        "buffer:4:50:0",
        "counter:2:50:0",
        "counter:3:100:20",
        "bank:3:40:20",
        "counter+observed:2:1000:0",
        "checkact+observed:4:100:0"
      })
  void generatedProblemsAreSolved(String spec) {
    SymbolicTrace trace = generate(spec);
    SolveResult result = ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC));
    assertThat(result).isInstanceOf(SolveResult.Found.class);
    SolveResult.Found found = (SolveResult.Found) result;
    assertThat(
            new ScheduleChecker(trace, MemoryModel.SC, EnumSet.allOf(Reduction.class))
                .check(found.schedule()))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void aTimeOutIsKept(Encoding encoding) {
    SymbolicTrace trace =
        generate("raceydense:4:" + (encoding == Encoding.DEFAULT ? 800 : 12) + ":100");
    long start = System.nanoTime();
    SolveResult result =
        ScheduleSolver.solve(
            trace,
            SolverOptions.of(MemoryModel.SC)
                .withEncoding(encoding)
                .withTimeout(Duration.ofMillis(1500)));
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertThat(millis).isLessThan(3_500);
    if (result instanceof SolveResult.Unknown unknown) {
      assertThat(unknown.reason()).isNotBlank();
      assertThat(unknown.reached()).isNotBlank();
    }
  }

  @Test
  void cancellingEndsTheSolve() {
    long start = System.nanoTime();
    ScheduleSolver.solve(
        generate("raceydense:4:800:100"),
        SolverOptions.of(MemoryModel.SC)
            .withCancelled(() -> System.nanoTime() - start > 500_000_000L));
    assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(2_500);
  }

  @Test
  void unsoundReductionsAreRefused() {
    assertThatThrownBy(
            () -> SolverOptions.of(MemoryModel.PSO).withReductions(Set.of(Reduction.CORE_ORDER)))
        .hasMessageContaining("not sound under PSO");
  }

  @Test
  void reductionsAreChosenByName() {
    assertThat(Reduction.parse("lock-order,clock-windows", MemoryModel.SC))
        .containsExactlyInAnyOrder(Reduction.LOCK_ORDER, Reduction.CLOCK_WINDOWS);
    assertThat(Reduction.parse("none", MemoryModel.SC)).isEmpty();
    assertThat(Reduction.parse("all", MemoryModel.PSO)).doesNotContain(Reduction.CORE_ORDER);
    assertThatThrownBy(() -> Reduction.parse("locks", MemoryModel.SC))
        .hasMessageContaining("'locks' is no reduction");
  }

  @Test
  void nothingRequiredIsAnEmptySchedule() throws IOException {
    SymbolicTrace trace =
        read("thread 0\nloc x i32\n0 read x -> r\n0 assume (eq r 1)\nrequire 0 0");
    SolveResult result = ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC));
    assertThat(result).isInstanceOf(SolveResult.Found.class);
  }

  @Test
  void cyclesInLockOrderAreNamed() throws IOException {
    SolveResult result =
        ScheduleSolver.solve(
            read(
                "thread 0\nthread 1\nobject m\nobject n\n"
                    + "0 lock m ver=2 @A:1\n0 unlock m\n0 lock n ver=1 @A:2\n0 unlock n\n"
                    + "1 lock n ver=2 @B:1\n1 unlock n\n1 lock m ver=1 @B:2\n1 unlock m\n"),
            SolverOptions.of(MemoryModel.SC));
    assertThat(result).isInstanceOf(SolveResult.Infeasible.class);
    SolveResult.Infeasible infeasible = (SolveResult.Infeasible) result;
    assertThat(infeasible.diagnosis()).contains("cycle");
    assertThat(String.join("\n", infeasible.core())).contains("A:1").contains("recorded order");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 lock L,0 wait C L,0 wake C L,0.1 broadcast L | no other thread ever signals C",
        "0 acquire S 2,0 release S 2,0.1 release S 1 | needs 2 of S and there are never more than"
            + " 1",
        "0 await S 2,0.1 post S 1 | needs 2 of S and there are never more than 1",
        "0 park S,0 unpark S | nobody ever gives the permit S",
        "0 barrier_enter S 3,0 barrier_exit S,0.1 barrier_enter S 3 | only 2 of 3 ever arrive at S",
      })
  void waitingForWhatNobodyGivesIsNamed(String events, String diagnosis) throws IOException {
    String text = "thread 0\nthread 0.1\nobject L\nobject C\nobject S\n";
    SolveResult result =
        ScheduleSolver.solve(
            read(text + events.replace(',', '\n')), SolverOptions.of(MemoryModel.SC));
    assertThat(result).isInstanceOf(SolveResult.Infeasible.class);
    assertThat(((SolveResult.Infeasible) result).diagnosis()).contains(diagnosis);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 unlock L | #0 unlock L (line 7) cannot happen: the thread does not hold the lock",
        "0 lock L shared,0.1 unlock L shared | #0 unlock L (line 8) cannot happen: the thread does"
            + " not hold the lock",
        "0 lock L shared,0 lock L | #1 lock L (line 8) cannot happen: the thread holds the read"
            + " side of the lock itself and would wait for ever",
        "0 lock L,0 wake C L,0.1 signal C | #1 wake C (line 8) cannot happen: the thread does not"
            + " wait for the condition",
        "0 lock L,0 lock_fail L | #1 lock_fail L (line 8) cannot happen: the thread holds the lock",
        "0 lock L ver=1,0 unlock L,0.1 lock L ver=1,0.1 unlock L | two threads took L at the same"
            + " recorded version 1",
      })
  void whatAThreadCannotDoIsNamedInEveryEncoding(String events, String diagnosis)
      throws IOException {
    String text = "thread 0\nthread 0.1\nobject L\nobject C\nobject S\n";
    for (Encoding encoding : Encoding.values()) {
      SolveResult result =
          ScheduleSolver.solve(
              read(text + events.replace(',', '\n')),
              SolverOptions.of(MemoryModel.SC).withEncoding(encoding));
      assertThat(result).isInstanceOf(SolveResult.Infeasible.class);
      assertThat(((SolveResult.Infeasible) result).diagnosis()).contains(diagnosis);
    }
  }

  @Test
  void itsOwnReadSideKeepsAThreadFromTheWriteSideInEveryEncoding() throws IOException {
    SymbolicTrace trace =
        read(
            "thread 0\nthread 0.1\nobject L\nloc x i32\n0 lock L shared\n0 lock_fail L\n"
                + "0 unlock L shared\n0.1 write x = 1\n0 lock L shared\n0 lock L\nrequire 0 3\n");
    for (Encoding encoding : Encoding.values()) {
      SolveResult result =
          ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC).withEncoding(encoding));
      assertThat(result).isInstanceOf(SolveResult.Found.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1, true", "1, 2, false"})
  void theLastArrivalSaysHowManyAreEnoughInEveryEncoding(int two, int three, boolean found)
      throws IOException {
    SymbolicTrace trace =
        read(
            "thread 0\nthread 1\nobject B\n0 barrier_enter B 2 ver=%d\n0 barrier_exit B\n"
                    .formatted(two)
                + "1 barrier_enter B 3 ver=%d\n1 barrier_exit B\n".formatted(three));
    for (Encoding encoding : Encoding.values()) {
      SolveResult result =
          ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC).withEncoding(encoding));
      assertThat(result)
          .isInstanceOf(found ? SolveResult.Found.class : SolveResult.Infeasible.class);
    }
  }

  @Test
  void whatIsNotANumberHasOnePatternInEveryEncoding() throws IOException {
    SymbolicTrace trace =
        read(
            "thread 0\nthread 1\nloc x f64 = (f64 1)\n"
                + "0 write x = (fneg (fdiv (f64 0) (f64 0)))\n1 read x -> r\n"
                + "goal (eq r (f64 0x7ff8000000000000))\n");
    for (Encoding encoding : Encoding.values()) {
      SolveResult result =
          ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC).withEncoding(encoding));
      assertThat(result).isInstanceOf(SolveResult.Found.class);
    }
  }

  @Test
  void aTraceThatEndsInAWaitHasGivenUpItsLockInEveryEncoding() throws IOException {
    SymbolicTrace trace =
        read(
            "thread 0\nthread 1\nobject L\nobject C\n0 lock L ver=1\n0 lock L\n0 wait C L\n"
                + "1 lock L ver=2\n1 unlock L\n");
    for (Encoding encoding : Encoding.values()) {
      SolveResult result =
          ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC).withEncoding(encoding));
      assertThat(result).isInstanceOf(SolveResult.Found.class);
    }
  }

  @Test
  void whoGivesUpTheWriteSideMayGoOnReadingBesideOthers() throws IOException {
    SymbolicTrace trace =
        read(
            "thread 0\nthread 1\nobject L\nobject K\n0 lock L ver=1\n0 lock L shared\n"
                + "0 unlock L\n0 await K 1\n0 unlock L shared\n"
                + "1 lock L shared ver=2\n1 post K 1\n1 unlock L shared\n");
    for (Encoding encoding : Encoding.values()) {
      SolveResult result =
          ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC).withEncoding(encoding));
      assertThat(result).isInstanceOf(SolveResult.Found.class);
    }
  }

  @Test
  void readersMayShareAVersion() throws IOException {
    SymbolicTrace trace =
        read(
            "thread 0\nthread 1\nobject L\n0 lock L shared ver=1\n1 lock L shared ver=1\n"
                + "0 unlock L shared\n1 unlock L shared\n");
    assertThat(ScheduleSolver.solve(trace, SolverOptions.of(MemoryModel.SC)))
        .isInstanceOf(SolveResult.Found.class);
  }

  @Test
  void clocksAgainstProgramOrderAreNamed() throws IOException {
    SolveResult result =
        ScheduleSolver.solve(
            read("thread 0\nloc x i32\n0 read x @A:1 time=10..20\n0 read x @A:2 time=1..5\n"),
            SolverOptions.of(MemoryModel.SC));
    assertThat(((SolveResult.Infeasible) result).diagnosis())
        .isEqualTo("the clocks contradict program order");
  }

  @Test
  void aReadWithNoPossibleStoreIsNamed() throws IOException {
    SolveResult result =
        ScheduleSolver.solve(
            read(
                "thread 0\nthread 1\nloc x i32\n0 write x = 1 @A:3\n0 write x = 2 @A:4\n"
                    + "1 read x -> r @B:7\n1 assume (eq r 5) @B:8\n"),
            SolverOptions.of(MemoryModel.SC));
    assertThat(((SolveResult.Infeasible) result).diagnosis())
        .startsWith("no store that ")
        .contains("B:7")
        .endsWith("makes the branch condition of thread 1 at B:8 (line 8) true");
    assertThat(String.join("\n", ((SolveResult.Infeasible) result).core()))
        .contains("the initial value")
        .contains("A:3")
        .contains("A:4");
  }

  @Test
  void whatWasReachedIsNamed() throws IOException {
    SymbolicTrace trace = generate("raceydense:4:2000:1000");
    SolveResult result =
        ScheduleSolver.solve(
            trace, SolverOptions.of(MemoryModel.SC).withTimeout(Duration.ofMillis(500)));
    assertThat(((SolveResult.Unknown) result).reached())
        .matches(
            "\\d+ of \\d+ events scheduled, then the branch condition of thread .* at racey.*");
  }

  @Test
  void buildingAFormulaKeepsTheTimeOut() {
    SymbolicTrace trace = generate("counter:4:60:0");
    long start = System.nanoTime();
    ScheduleSolver.solve(
        trace,
        SolverOptions.of(MemoryModel.SC)
            .withEncoding(Encoding.CLAP)
            .withTimeout(Duration.ofMillis(300)));
    assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(2_300);
  }

  @Test
  void aCoreNamesTheBranchAndTheRead() throws IOException {
    SolveResult result =
        ScheduleSolver.solve(
            read(
                "thread 0\nthread 1\nloc x i32\n0 write x = 1\n1 read x -> r @B:7\n"
                    + "1 assume (eq r 5) @B:8\n"),
            SolverOptions.of(MemoryModel.SC));
    String core = String.join("\n", ((SolveResult.Infeasible) result).core());
    assertThat(core).contains("branch condition of thread 1 at B:8").contains("B:7");
  }

  @Test
  void encodingsAgree() {
    for (int seed = 0; seed < 120; seed++) {
      MemoryModel model = MemoryModel.values()[seed % 3];
      SymbolicTrace trace = RandomProblems.generate(seed + 50_000, model.relaxed());
      SolverOptions options = SolverOptions.of(model).withPolish(Duration.ZERO).withWorkers(1);
      Class<?> expected = ScheduleSolver.solve(trace, options).getClass();
      for (Encoding encoding : Encoding.values()) {
        assertThat(ScheduleSolver.solve(trace, options.withEncoding(encoding)))
            .as(() -> encoding + " " + model + "\n" + AgainstBruteForceTest.text(trace))
            .isInstanceOf(expected);
      }
    }
  }

  @Test
  void freeIntegersAreSolvedFor() throws IOException {
    SolveResult result =
        ScheduleSolver.solve(
            read(
                "thread 0\nunknown u i32\nloc x i32\n0 write x = (mul u 3)\n0 read x -> r\n"
                    + "0 assume (eq r 51)\n"),
            SolverOptions.of(MemoryModel.SC));
    assertThat(((SolveResult.Found) result).schedule().unknown(0) * 3 & 0xFFFF_FFFFL).isEqualTo(51);
  }

  @Test
  void onlyThePrefixTheGoalNeedsIsRun() throws IOException {
    SolveResult result =
        ScheduleSolver.solve(
            read(
                "thread 0\nthread 1\nloc x i32\nobject m\n"
                    + "0 lock m\n0 read x -> r @A:1\n0 goal (eq r 0) @A:2\n"
                    + "1 lock m\n1 write x = 1\n1 unlock m\nrequire 1 0\n"),
            SolverOptions.of(MemoryModel.SC));
    assertThat(((SolveResult.Found) result).schedule().size()).isEqualTo(2);
  }

  @Test
  void checkThenActOnALibraryMap() throws IOException {
    StringBuilder text =
        new StringBuilder("thread 0\nthread 1\nobject map\nloc x i32\norder observed\n");
    for (int i = 0; i < 100; i++) {
      text.append("0 read x -> a" + i + "\n0 write x = (add a" + i + " 1)\n");
    }
    text.append("0 opaque map ref pure -> g0 obs=0\n0 assume (eq g0 null) @A:1\n");
    text.append("0 opaque map ref -> p0 obs=0\n");
    text.append("1 opaque map ref pure -> g1 obs=7\n1 goal (eq g1 null) @B:1\n");
    SolveResult result =
        ScheduleSolver.solve(read(text.toString()), SolverOptions.of(MemoryModel.SC));
    assertThat(result).isInstanceOf(SolveResult.Found.class);
  }

  @Test
  void lockSectionsAreMovedAsAWhole() throws IOException {
    StringBuilder text =
        new StringBuilder("thread 0\nthread 1\nobject m\nloc x i32\norder observed\n");
    for (int i = 0; i < 300; i++) {
      String t = i < 150 ? "0" : "1";
      text.append(t + " lock m\n" + t + " read x -> a" + i + "\n" + t + " unlock m\n");
      text.append(t + " lock m\n" + t + " write x = (add a" + i + " 1)\n" + t + " unlock m\n");
    }
    text.append("goal (slt a299 299) @C:1\n");
    SolveResult result =
        ScheduleSolver.solve(read(text.toString()), SolverOptions.of(MemoryModel.SC));
    assertThat(result).isInstanceOf(SolveResult.Found.class);
    assertThat(((SolveResult.Found) result).contextSwitches()).isLessThan(8);
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void fewSwitchesUnderEveryModel(MemoryModel model) throws IOException {
    StringBuilder text = new StringBuilder("thread 0\nthread 1\nloc x i32\nloc y i32\n");
    text.append("order observed\n");
    for (int i = 0; i < 12; i++) {
      text.append("0 write x = ").append(i).append('\n');
      text.append("1 write y = ").append(i).append('\n');
    }
    text.append("0 read y -> a\n1 read x -> b\ngoal (eq a 11)\n");
    SolveResult result = ScheduleSolver.solve(read(text.toString()), SolverOptions.of(model));
    assertThat(result).isInstanceOf(SolveResult.Found.class);
    assertThat(((SolveResult.Found) result).contextSwitches()).isLessThan(4);
  }
}
