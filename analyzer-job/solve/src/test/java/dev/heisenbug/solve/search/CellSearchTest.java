package dev.heisenbug.solve.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.bench.GeneratorSpec;
import dev.heisenbug.solve.bench.ProblemGenerator;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.search.VariedProblems.Shape;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that were generalised to ranges of values are those of a plain enumeration. */
class CellSearchTest {
  private static final int RUNS = 60;

  static Stream<SymbolicTrace> problems() {
    return Stream.concat(
        Stream.of("bank:3:6:40", "bank:2:12:100:2", "counter:3:6:30", "counter:2:10:0:3")
            .map(s -> ProblemGenerator.generate(GeneratorSpec.parse(s))),
        Stream.of(Shape.CAS, Shape.FLAGS, Shape.FLOATS, Shape.SEMAPHORE, Shape.OVERFLOW)
            .map(s -> new VariedProblems(s, 4, 10, 3, MemoryModel.SC).generate()));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void deadIsDeadAndAliveIsAlive(SymbolicTrace trace) {
    EnumSet<Reduction> all = EnumSet.allOf(Reduction.class);
    OrderFacts facts = OrderFacts.of(trace, MemoryModel.SC, all, new SolveStats());
    Problem problem = new Problem(trace, MemoryModel.SC, facts);
    FreeValues free = FreeValues.of(trace);
    Machine machine = new Machine(problem, free.unknowns(0), free.opaque(0));
    CellPlans plans = Relations.of(problem).cells();
    Prospects prospects = new Prospects(plans, machine, Guide.of(problem));
    prospects.tryHarder(Integer.MAX_VALUE / 500);
    CellState state = new CellState(machine);
    SplittableRandom random = new SplittableRandom(7);
    int[] options = new int[machine.maxSteps()];
    int asked = 0;
    for (int run = 0; run < RUNS; run++) {
      int n = machine.enabled(options);
      for (; n > 0; n = machine.enabled(options)) {
        int t = options[random.nextInt(n)];
        int e = machine.next(t);
        machine.perform(t);
        if (machine.violated(t) != null) {
          break;
        }
        if (plans.cellOf[e] >= 0) {
          CellPlan plan = plans.cells.get(plans.cellOf[e]);
          state.enter(plan, machine.cell(e));
          boolean alive = alive(plan, plans, state, new HashSet<>());
          assertThat(prospects.hopeless(e)).isEqualTo(!alive);
          asked++;
        }
      }
      machine.state.undo(0, 0);
    }
    assertThat(asked).isPositive();
  }

  private static boolean alive(CellPlan plan, CellPlans plans, CellState state, Set<String> dead) {
    boolean end = true;
    Symbols symbols = new Symbols();
    state.symbols(plan, symbols);
    String key = java.util.Arrays.toString(state.position) + values(symbols);
    if (dead.contains(key)) {
      return false;
    }
    long content = state.content;
    boolean open = state.contentOpen;
    for (int t = 0; t < state.position.length; t++) {
      int at = state.position[t];
      if (at < plan.accesses[t].length) {
        end = false;
        if (first(plan, plans, state, t)) {
          boolean holds = state.perform(plan.accesses[t][at]);
          state.position[t] += holds ? 1 : 0;
          boolean found = holds && alive(plan, plans, state, dead);
          state.position[t] = at;
          state.content = content;
          state.contentOpen = open;
          if (found) {
            return true;
          }
        }
      }
    }
    dead.add(key);
    return end;
  }

  private static String values(Symbols symbols) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < symbols.size; i++) {
      text.append(symbols.open[i] ? "?" : Long.toString(symbols.value[i])).append(' ');
    }
    return text.toString();
  }

  private static boolean first(CellPlan plan, CellPlans plans, CellState state, int t) {
    int e = plan.accesses[t][state.position[t]].event;
    for (int u = 0; u < state.position.length; u++) {
      boolean waits = u != t && state.position[u] < plan.accesses[u].length;
      if (waits && plans.known.before(plan.accesses[u][state.position[u]].event, e)) {
        return false;
      }
    }
    return true;
  }
}
