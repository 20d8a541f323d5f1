package dev.heisenbug.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.HbtWriter;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.gen.RandomProblems;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The solver and plain enumeration agree on small problems, under every set of reductions. */
class AgainstBruteForceTest {
  private static final int PER_MODEL = 3_334;

  private static List<Set<Reduction>> sets(MemoryModel model, boolean facts) {
    List<Reduction> all =
        Arrays.stream(Reduction.values())
            .filter(r -> r.isFact() == facts && r.soundFor(model))
            .toList();
    List<Set<Reduction>> sets = new ArrayList<>();
    for (int bits = 0; bits < 1 << all.size(); bits++) {
      EnumSet<Reduction> set = EnumSet.noneOf(Reduction.class);
      for (int i = 0; i < all.size(); i++) {
        if ((bits >> i & 1) != 0) {
          set.add(all.get(i));
        }
      }
      sets.add(set);
    }
    return sets;
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void verdictsAgree(MemoryModel model) {
    AtomicInteger satisfiable = new AtomicInteger();
    IntStream.range(0, PER_MODEL)
        .parallel()
        .forEach(
            seed -> {
              SymbolicTrace trace = RandomProblems.generate(seed, model.relaxed());
              boolean any = false;
              Map<Set<Reduction>, Boolean> expected = expected(trace, model);
              for (Set<Reduction> facts : expected.keySet()) {
                any |= expected.get(facts);
                for (Set<Reduction> inferences : sets(model, false)) {
                  agree(trace, model, facts, inferences, expected.get(facts));
                }
              }
              satisfiable.addAndGet(any ? 1 : 0);
            });
    assertThat(satisfiable.get()).isBetween(PER_MODEL / 10, PER_MODEL * 9 / 10);
  }

  /**
   * The verdict of enumeration under every set of facts. Each fact only takes schedules away, so
   * that most sets need no enumeration of their own.
   */
  private static Map<Set<Reduction>, Boolean> expected(SymbolicTrace trace, MemoryModel model) {
    Map<Set<Reduction>, Boolean> verdicts = new LinkedHashMap<>();
    List<Set<Reduction>> sets = sets(model, true);
    for (int i = 0; i < sets.size(); i++) {
      // From the fewest and the most facts inwards.
      Set<Reduction> set = sets.get(i % 2 == 0 ? i / 2 : sets.size() - 1 - i / 2);
      Boolean known = null;
      for (var other : verdicts.entrySet()) {
        if (other.getValue() && other.getKey().containsAll(set)) {
          known = true;
        } else if (!other.getValue() && set.containsAll(other.getKey())) {
          known = false;
        }
      }
      verdicts.put(set, known != null ? known : BruteForce.satisfiable(trace, model, set));
    }
    return verdicts;
  }

  private static void agree(
      SymbolicTrace trace,
      MemoryModel model,
      Set<Reduction> facts,
      Set<Reduction> inferences,
      boolean expected) {
    EnumSet<Reduction> used = EnumSet.noneOf(Reduction.class);
    used.addAll(facts);
    used.addAll(inferences);
    SolverOptions options =
        SolverOptions.of(model).withWorkers(1).withPolish(Duration.ZERO).withReductions(used);
    assertThat(ScheduleSolver.solve(trace, options))
        .as(() -> model + " " + used + "\n" + text(trace))
        .isInstanceOf(expected ? SolveResult.Found.class : SolveResult.Infeasible.class);
  }

  static String text(SymbolicTrace trace) {
    StringWriter out = new StringWriter();
    try {
      HbtWriter.write(trace, out);
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }
}
