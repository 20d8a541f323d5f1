package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Proves a trace infeasible from one cell: no order of its accesses that the recorded facts leave
 * open satisfies the conditions that hang on nothing else. Counters, flags and sums come to this
 * however long the trace is.
 */
final class CellRefutation {
  private static final int MOST_ACCESSES = 20_000;
  private static final int MOST_NAMED = 40;

  private final Problem problem;
  private final CellPlans plans;
  private final CellState state;
  private final int[] rank;
  private final Budget budget;

  private CellRefutation(Machine machine, CellPlans plans, int[] rank, Budget budget) {
    this.problem = machine.problem;
    this.plans = plans;
    this.state = new CellState(machine);
    this.rank = rank;
    this.budget = budget;
  }

  /**
   * What cannot hold together, or an empty list.
   *
   * @param machine at the start
   * @param effort accesses to try at most for each cell
   */
  static List<String> find(
      Machine machine, Relations relations, int[] rank, int effort, Budget budget) {
    // A value chosen for an unknown proves nothing about others.
    CellPlans plans = machine.problem.trace.unknowns().isEmpty() ? relations.cells() : null;
    return plans == null
        ? List.of()
        : new CellRefutation(machine, plans, rank, budget).find(effort);
  }

  private List<String> find(int effort) {
    for (CellPlan plan : plans.cells) {
      if (budget.exhausted()) {
        break;
      }
      if (plan.total <= MOST_ACCESSES) {
        CellSearch search = search(plan);
        if (search.whole(plan.any(), effort, budget) == CellSearch.Verdict.DEAD) {
          return words(plan, core(plan, search.blamed(), effort));
        }
      }
    }
    return List.of();
  }

  private CellSearch search(CellPlan plan) {
    return new CellSearch(plan, plans.known, state, rank);
  }

  /** Fewer and fewer conditions that still cannot be satisfied: first in bulk, then one by one. */
  private BitSet core(CellPlan plan, BitSet blamed, int effort) {
    BitSet core = blamed;
    for (int part = Math.max(1, core.cardinality() / 2); !budget.exhausted(); ) {
      BitSet smaller = without(plan, core, part, effort);
      if (smaller != null) {
        core = smaller;
        part = Math.max(1, Math.min(part, core.cardinality() / 2));
      } else if (part == 1) {
        break;
      } else {
        part = part / 2;
      }
    }
    return core;
  }

  /** The conditions that are left when some in a row are not needed; null where all parts are. */
  private BitSet without(CellPlan plan, BitSet core, int part, int effort) {
    int[] all = core.stream().toArray();
    for (int from = 0; from < all.length && !budget.exhausted(); from += part) {
      BitSet kept = (BitSet) core.clone();
      Arrays.stream(all, from, Math.min(all.length, from + part)).forEach(kept::clear);
      CellSearch search = search(plan.with(kept));
      if (search.whole(plan.any(), effort, budget) == CellSearch.Verdict.DEAD) {
        return search.blamed();
      }
    }
    return null;
  }

  private List<String> words(CellPlan plan, BitSet core) {
    SymbolicTrace trace = problem.trace;
    List<String> lines = new ArrayList<>();
    long threads = Arrays.stream(plan.accesses).filter(own -> own.length > 0).count();
    lines.add(
        "the "
            + plan.total
            + " accesses of "
            + threads
            + " threads to "
            + name(plan.any())
            + ", in every order that the recorded facts leave open");
    for (Condition c : trace.conditions()) {
      if (core.get(c.expr())) {
        lines.add("the " + Words.of(trace, c));
      }
    }
    int more = lines.size() - MOST_NAMED;
    if (more > 0) {
      lines.subList(MOST_NAMED, lines.size()).clear();
      lines.add("and " + more + " more conditions on it");
    }
    return lines;
  }

  private String name(int e) {
    SymbolicTrace trace = problem.trace;
    String name = trace.locations().get(trace.target(e)).name();
    boolean cell = trace.index(e) >= 0;
    return cell ? name + "[" + trace.exprs().constant(trace.index(e)) + "]" : name;
  }
}
