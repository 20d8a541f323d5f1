package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.order.HappensBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells of a problem that are worth looking at by themselves; see {@link CellPlan}. */
final class CellPlans {
  private static final int MIXED = -2;

  final Problem problem;
  final HappensBefore known;
  final List<CellPlan> cells = new ArrayList<>();

  /** The cell each event works on, -1 for none of them. */
  final int[] cellOf;

  private final Map<Long, Integer> numbers = new HashMap<>();
  private final int[] number;
  private final CellPlan.Access[] access;

  private CellPlans(Problem problem, HappensBefore known) {
    this.problem = problem;
    this.known = known;
    this.access = new CellPlan.Access[problem.events];
    this.number = numbers();
    int[] source = sources();
    List<List<List<CellPlan.Access>>> accesses = accesses(source);
    conditions(source);
    boolean[] pure = new boolean[source.length];
    for (int n = 0; n < pure.length; n++) {
      pure[n] = source[n] >= 0;
    }
    int[] kept = new int[numbers.size()];
    for (int c = 0; c < kept.length; c++) {
      CellPlan plan = new CellPlan(problem, accesses.get(c));
      kept[c] = -1;
      boolean useful = plan.decidesSomething() && plan.isShared();
      if (useful && plan.placeValues(problem.eval, pure)) {
        kept[c] = cells.size();
        cells.add(plan);
      }
    }
    cellOf = number;
    for (int e = 0; e < cellOf.length; e++) {
      cellOf[e] = cellOf[e] < 0 ? -1 : kept[cellOf[e]];
    }
  }

  /** Null where the known order would not fit, or no cell is worth it. */
  static CellPlans of(Problem problem, HappensBefore known) {
    if (known == null) {
      return null;
    }
    CellPlans plans = new CellPlans(problem, known);
    return plans.cells.isEmpty() ? null : plans;
  }

  /** Numbers the cells with known addresses that threads cannot touch past where they must go. */
  private int[] numbers() {
    SymbolicTrace trace = problem.trace;
    boolean[] computed = new boolean[trace.locations().size()];
    for (int e = 0; e < problem.events; e++) {
      if (trace.kind(e).isMemory() && trace.index(e) >= 0) {
        computed[trace.target(e)] |= !trace.exprs().isConst(trace.index(e));
      }
    }
    int[] result = new int[problem.events];
    boolean[] optional = new boolean[problem.events];
    for (int e = 0; e < problem.events; e++) {
      result[e] = -1;
      if (trace.kind(e).isMemory() && !computed[trace.target(e)]) {
        long index = trace.index(e) < 0 ? 0 : trace.exprs().constant(trace.index(e));
        long key = Mix.of(trace.target(e), index);
        result[e] = numbers.computeIfAbsent(key, k -> numbers.size());
        boolean late = problem.index[e] >= problem.required[problem.thread[e]];
        optional[result[e]] |= late && trace.kind(e).writes();
      }
    }
    for (int e = 0; e < problem.events; e++) {
      result[e] = result[e] >= 0 && optional[result[e]] ? -1 : result[e];
    }
    return result;
  }

  /** For each expression the one cell whose reads it hangs on; -1 for none. */
  private int[] sources() {
    EvalPlan plan = problem.eval;
    int[] source = new int[plan.nodes];
    for (int n = 0; n < plan.nodes; n++) {
      if (plan.op[n] == Op.READ) {
        int e = plan.a[n];
        source[n] = number[e] < 0 ? MIXED : number[e];
      } else if (plan.readyAt[n] == EvalPlan.FREE) {
        source[n] = -1;
      } else {
        source[n] = plan.readyAt[n] == EvalPlan.MIXED ? MIXED : operands(plan, source, n);
      }
    }
    return source;
  }

  private static int operands(EvalPlan plan, int[] source, int n) {
    int result = -1;
    for (int i = 0; i < plan.op[n].arity(); i++) {
      int s = source[plan.operand(n, i)];
      if (s == MIXED || (s >= 0 && result >= 0 && s != result)) {
        return MIXED;
      }
      result = Math.max(result, s);
    }
    return result;
  }

  private List<List<List<CellPlan.Access>>> accesses(int[] source) {
    List<List<List<CellPlan.Access>>> result = new ArrayList<>();
    for (int c = 0; c < numbers.size(); c++) {
      List<List<CellPlan.Access>> lists = new ArrayList<>();
      for (int t = 0; t < problem.threads; t++) {
        lists.add(new ArrayList<>());
      }
      result.add(lists);
    }
    EvalPlan plan = problem.eval;
    for (int t = 0; t < problem.threads; t++) {
      for (int i = 0; i < problem.required[t]; i++) {
        int e = problem.byThread[t][i];
        if (number[e] >= 0) {
          CellPlan.Access a = new CellPlan.Access(e);
          int cell = number[e];
          a.computes =
              Arrays.stream(plan.ready, plan.readyStart[e], plan.readyStart[e + 1])
                  .filter(n -> source[n] == cell)
                  .toArray();
          int value = problem.trace.kind(e).writes() ? problem.trace.value(e) : -1;
          a.stored = value >= 0 && (source[value] == cell || source[value] == -1) ? value : -1;
          result.get(cell).get(t).add(a);
          access[e] = a;
        }
      }
    }
    return result;
  }

  private void conditions(int[] source) {
    for (Condition c : problem.trace.conditions()) {
      int n = c.expr();
      boolean needed = c.thread() < 0 || c.after() <= problem.required[c.thread()];
      if (needed && source[n] >= 0 && problem.eval.readyAt[n] >= 0) {
        int e = problem.eval.readyAt[n];
        CellPlan.Access a = access[e];
        a.conditions = Arrays.copyOf(a.conditions, a.conditions.length + 1);
        a.conditions[a.conditions.length - 1] = n;
      }
    }
  }
}
