package dev.heisenbug.solve.order;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds conditions that no store a read can see makes true, and says so in source terms. */
public final class ValueDiagnosis {
  private static final int ALL_CONDITIONS = 20_000;
  private static final int MOST_NAMED = 6;
  private static final long MOST_CLOCK_BYTES = 256L << 20;

  private ValueDiagnosis() {}

  /** Looks at the goals, and on traces of moderate size at every condition that must hold. */
  public static Optional<Contradiction> find(SymbolicTrace trace, OrderFacts facts) {
    if (HappensBefore.bytes(trace) > MOST_CLOCK_BYTES) {
      return Optional.empty();
    }
    PossibleValues values = new PossibleValues(trace, new HappensBefore(trace, facts, true));
    int[] required = Requirements.of(trace);
    for (Condition c : trace.conditions()) {
      boolean goal = c.kind() == Condition.Kind.GOAL;
      boolean must = c.thread() < 0 || c.after() <= required[c.thread()];
      if (must && (goal || trace.eventCount() <= ALL_CONDITIONS)) {
        Set<Long> outcomes = values.of(c.expr());
        if (outcomes != null && !outcomes.contains(1L)) {
          return Optional.of(explain(trace, values, c));
        }
      }
    }
    return Optional.empty();
  }

  private static Contradiction explain(SymbolicTrace trace, PossibleValues values, Condition c) {
    String condition = Words.of(trace, c);
    int[] reads = Requirements.reads(trace, c.expr());
    if (reads.length == 0) {
      return new Contradiction(
          "the " + condition + " is false whatever is read", List.of("the " + condition));
    }
    List<String> core = new ArrayList<>();
    core.add("the " + condition);
    for (int r : reads) {
      if (core.size() > MOST_NAMED) {
        core.add("and further reads");
        break;
      }
      core.add(trace.describe(r) + " can only see " + stores(trace, values, r));
    }
    return new Contradiction(
        "no store that " + trace.describe(reads[0]) + " can see makes the " + condition + " true",
        core);
  }

  private static String stores(SymbolicTrace trace, PossibleValues values, int r) {
    List<Integer> sources = values.sources(r);
    List<String> names = new ArrayList<>();
    for (int w : sources.subList(0, Math.min(MOST_NAMED, sources.size()))) {
      names.add(w < 0 ? "the initial value" : trace.describe(w));
    }
    int more = sources.size() - names.size();
    return String.join(", ", names) + (more > 0 ? " and " + more + " more stores" : "");
  }
}
