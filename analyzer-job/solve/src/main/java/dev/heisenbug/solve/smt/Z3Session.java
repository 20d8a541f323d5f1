package dev.heisenbug.solve.smt;

import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Model;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import com.microsoft.z3.Z3Exception;
import dev.heisenbug.solve.Budget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One Z3 context with one solver, kept within a budget by a watchdog; named assertions. */
final class Z3Session implements AutoCloseable {
  final Context z3;
  private final Solver solver;
  private final Map<String, BoolExpr> names = new HashMap<>();
  private final List<BoolExpr> assumptions = new ArrayList<>();
  private final Budget budget;
  private long asserted;

  Z3Session(Budget budget, long seed, long memoryBytes) {
    this.budget = budget;
    z3 = new Context();
    solver = z3.mkSolver();
    var params = z3.mkParams();
    params.add("random_seed", (int) (seed & 0x7FFF_FFFF));
    params.add("max_memory", (int) Math.min(Integer.MAX_VALUE, memoryBytes >> 20));
    // Else it takes SIGINT away from the JVM, and Ctrl-C ends one of its calls instead of us.
    params.add("ctrl_c", false);
    solver.setParameters(params);
  }

  /** Called now and then while a formula is built, which can take longer than to solve it. */
  void tick() {
    if (budget.exhausted()) {
      throw new OutOfTime();
    }
  }

  /** The budget ended while a formula was being built. */
  static final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutOfTime() {
      super("out of time while the formula was built");
    }
  }

  void add(BoolExpr constraint) {
    tick();
    solver.add(new BoolExpr[] {constraint});
    asserted++;
  }

  /** A constraint that can turn up in an unsatisfiable core under the given reason. */
  void add(String reason, BoolExpr constraint) {
    tick();
    BoolExpr name = names.get(reason);
    if (name == null) {
      name = z3.mkBoolConst("because " + names.size());
      names.put(reason, name);
      assumptions.add(name);
    }
    solver.add(new BoolExpr[] {z3.mkImplies(name, constraint)});
    asserted++;
  }

  long asserted() {
    return asserted;
  }

  Status check() {
    return check(assumptions, budget);
  }

  private Status check(List<BoolExpr> assumed, Budget limit) {
    if (limit.exhausted()) {
      return Status.UNKNOWN;
    }
    var params = z3.mkParams();
    params.add("timeout", Math.clamp(limit.millisLeft(), 1, Integer.MAX_VALUE));
    solver.setParameters(params);
    Thread watchdog = Thread.ofPlatform().daemon().start(() -> interruptAtEnd(limit));
    try {
      return solver.check(assumed.toArray(BoolExpr[]::new));
    } catch (Z3Exception interrupted) {
      return Status.UNKNOWN;
    } finally {
      watchdog.interrupt();
      join(watchdog);
    }
  }

  /** Z3 forgets an interrupt that comes between two of its steps, so it gets more than one. */
  private void interruptAtEnd(Budget limit) {
    try {
      while (true) {
        Thread.sleep(20);
        if (limit.exhausted()) {
          z3.interrupt();
        }
      }
    } catch (InterruptedException done) {
      Thread.currentThread().interrupt();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Model model() {
    return solver.getModel();
  }

  String reasonUnknown() {
    try {
      return solver.getReasonUnknown();
    } catch (Z3Exception e) {
      return "interrupted";
    }
  }

  /** Reasons that cannot hold together, thinned by dropping each while time allows. */
  List<String> core(Budget time) {
    List<BoolExpr> core = new ArrayList<>(List.of(solver.getUnsatCore()));
    for (int i = core.size() - 1; i >= 0 && !time.exhausted(); i--) {
      List<BoolExpr> fewer = new ArrayList<>(core);
      fewer.remove(i);
      if (check(fewer, time) == Status.UNSATISFIABLE) {
        core = fewer;
      }
    }
    List<BoolExpr> kept = core;
    return names.entrySet().stream()
        .filter(n -> kept.contains(n.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    z3.close();
  }
}
