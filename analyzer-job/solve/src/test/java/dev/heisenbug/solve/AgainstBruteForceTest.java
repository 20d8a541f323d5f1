package dev.heisenbug.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.HbtWriter;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.gen.RandomProblems;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The solver and plain enumeration agree on small problems, whatever reductions are used. */
class AgainstBruteForceTest {
  private static final int PER_MODEL = 3_334;

  private static List<Set<Reduction>> factSets(MemoryModel model) {
    List<Set<Reduction>> sets = new ArrayList<>();
    for (int bits = 0; bits < 8; bits++) {
      EnumSet<Reduction> set = EnumSet.noneOf(Reduction.class);
      for (Reduction r : Reduction.values()) {
        if (r.isFact() && (bits >> r.ordinal() & 1) != 0) {
          set.add(r);
        }
      }
      if (set.stream().allMatch(r -> r.soundFor(model))) {
        sets.add(set);
      }
    }
    return sets;
  }

  @ParameterizedTest
  @EnumSource(MemoryModel.class)
  void verdictsAgree(MemoryModel model) {
    int satisfiable = 0;
    int total = 0;
    List<Set<Reduction>> factSets = factSets(model);
    for (int seed = 0; seed < PER_MODEL; seed++) {
      SymbolicTrace trace = RandomProblems.generate(seed, model.relaxed());
      int inference = seed & 3;
      List<Set<Reduction>> chosen =
          seed % 50 == 0 ? factSets : List.of(factSets.get(seed / 4 % factSets.size()));
      for (Set<Reduction> facts : chosen) {
        boolean expected = BruteForce.satisfiable(trace, model, facts);
        EnumSet<Reduction> used = EnumSet.noneOf(Reduction.class);
        used.addAll(facts);
        if ((inference & 1) != 0) {
          used.add(Reduction.SATURATION);
        }
        if ((inference & 2) != 0) {
          used.add(Reduction.PAIR_REMOVAL);
        }
        SolveResult result =
            ScheduleSolver.solve(
                trace,
                SolverOptions.of(model)
                    .withWorkers(1)
                    .withPolish(Duration.ZERO)
                    .withReductions(used));
        assertThat(result)
            .as(() -> model + " " + used + "\n" + text(trace))
            .isInstanceOf(expected ? SolveResult.Found.class : SolveResult.Infeasible.class);
        satisfiable += expected ? 1 : 0;
        total++;
      }
    }
    assertThat(satisfiable).isBetween(total / 10, total * 9 / 10);
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
