package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a {@link Frontier} that ran dry proves, and with how few conditions: those that no execution
 * failed were never needed, and of the others some can be left out and all executions still end.
 */
final class EveryOrder {
  private static final int MOST_NAMED = 40;

  /** Time for leaving conditions out one by one. */
  private static final Duration THINNING = Duration.ofSeconds(5);

  private final Machine like;
  private final Relations relations;
  private final Budget budget;
  private final long effort;

  private EveryOrder(Machine like, Relations relations, Budget budget, long effort) {
    this.like = like;
    this.relations = relations;
    this.budget = budget;
    this.effort = effort;
  }

  /** The reasons why a search that tried every order found none. */
  static List<String> core(Machine like, Relations relations, Frontier dry, Budget budget) {
    Budget limit = budget.within(THINNING);
    EveryOrder proof = new EveryOrder(like, relations, limit, 4 * dry.steps() + 10_000);
    return proof.words(proof.thinned(new LinkedHashSet<>(dry.failed())));
  }

  /** Leaves out conditions in bulk first, then one by one, while everything still fails. */
  private Set<Condition> thinned(Set<Condition> needed) {
    Set<Condition> core = needed;
    int part = Math.max(1, core.size() / 2);
    while (!budget.exhausted()) {
      Set<Condition> smaller = without(core, part);
      if (smaller != null) {
        core = smaller;
        part = Math.max(1, Math.min(part, core.size() / 2));
      } else if (part == 1) {
        break;
      } else {
        part /= 2;
      }
    }
    return core;
  }

  private Set<Condition> without(Set<Condition> core, int part) {
    List<Condition> all = new ArrayList<>(core);
    for (int from = 0; from < all.size() && !budget.exhausted(); from += part) {
      Set<Condition> kept = new HashSet<>(core);
      all.subList(from, Math.min(all.size(), from + part)).forEach(kept::remove);
      Frontier search = new Frontier(like.fresh(), relations, 1, kept::contains);
      if (search.run(budget, effort) instanceof Outcome.Exhausted) {
        core.retainAll(search.failed());
        return core;
      }
    }
    return null;
  }

  private List<String> words(Set<Condition> core) {
    SymbolicTrace trace = like.problem.trace;
    List<String> lines = new ArrayList<>();
    lines.add("every order that program order, synchronisation and the recorded facts leave open");
    for (Condition c : trace.conditions()) {
      if (core.contains(c)) {
        lines.add("the " + Words.of(trace, c));
      }
    }
    int more = lines.size() - MOST_NAMED;
    if (more > 0) {
      lines.subList(MOST_NAMED, lines.size()).clear();
      lines.add("and " + more + " more conditions");
    }
    return lines;
  }
}
