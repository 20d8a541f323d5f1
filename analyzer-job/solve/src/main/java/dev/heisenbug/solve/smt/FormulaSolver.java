package dev.heisenbug.solve.smt;

import com.microsoft.z3.BitVecNum;
import com.microsoft.z3.Expr;
import com.microsoft.z3.IntNum;
import com.microsoft.z3.Model;
import com.microsoft.z3.Status;
import com.microsoft.z3.Z3Exception;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.Reduction;
import dev.heisenbug.solve.SolveStats;
import dev.heisenbug.solve.SolverOptions;
import dev.heisenbug.solve.order.HappensBefore;
import dev.heisenbug.solve.order.OrderFacts;
import dev.heisenbug.solve.search.Execution;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Hands a whole trace to Z3 as one formula, in one of three encodings. */
public final class FormulaSolver {
  /** Beyond this many elementary constraints a formula is not built: it would not fit. */
  private static final long BYTES_PER_CONSTRAINT = 400;

  private final SymbolicTrace trace;
  private final OrderFacts facts;
  private final SolverOptions options;
  private final SolveStats stats;

  public FormulaSolver(
      SymbolicTrace trace, OrderFacts facts, SolverOptions options, SolveStats stats) {
    this.trace = trace;
    this.facts = facts;
    this.options = options;
    this.stats = stats;
  }

  public SmtOutcome solve(Encoding encoding, Budget budget) {
    long estimate = FormulaSize.of(trace, encoding).total();
    if (estimate > options.memoryBytes() / BYTES_PER_CONSTRAINT) {
      return new SmtOutcome.Undecided(
          "the formula would have " + estimate + " constraints, more than the memory budget holds");
    }
    stats.add("smt.calls", 1);
    try (Z3Session session = new Z3Session(budget, options.seed(), options.memoryBytes())) {
      Phi phi = new Phi(trace, options.memoryModel(), facts, session);
      build(phi, encoding);
      stats.add("smt.assertions", session.asserted());
      Status status = session.check();
      while (status == Status.SATISFIABLE && phi.terms.corrects(session)) {
        status = session.check();
      }
      return switch (status) {
        case SATISFIABLE -> read(phi, session.model());
        case UNSATISFIABLE ->
            new SmtOutcome.Unsat(session.core(budget.within(Duration.ofSeconds(2))));
        case UNKNOWN -> new SmtOutcome.Undecided("Z3: " + session.reasonUnknown());
      };
    } catch (Z3Session.OutOfTime e) {
      return new SmtOutcome.Undecided(e.getMessage());
    } catch (Z3Exception e) {
      return new SmtOutcome.Undecided("Z3: " + e.getMessage());
    }
  }

  private void build(Phi phi, Encoding encoding) {
    new OrderFormula(phi).add();
    new SyncFormula(phi).add(encoding == Encoding.CLAP);
    new OpaqueFormula(phi).add();
    PairFilter filter = encoding == Encoding.DEFAULT ? filter() : PairFilter.NONE;
    ReadWrite rw =
        encoding == Encoding.H3 && options.memoryModel() != MemoryModel.PSO
            ? new H3ReadWrite(phi, filter)
            : new ReadWrite(phi, filter);
    rw.add();
    stats.add("smt.pairs", rw.pairs());
    phi.conditions();
  }

  private PairFilter filter() {
    if (!options.uses(Reduction.PAIR_REMOVAL)) {
      return PairFilter.NONE;
    }
    HappensBefore known = new HappensBefore(trace, facts, options.uses(Reduction.SATURATION));
    return new KnownPairs(trace, known, options.memoryModel());
  }

  private SmtOutcome read(Phi phi, Model model) {
    long[] unknowns = new long[trace.unknowns().size()];
    for (int u = 0; u < unknowns.length; u++) {
      Sort sort = trace.unknowns().get(u).sort();
      unknowns[u] = number(model, phi.terms.variable("u" + u, sort), sort);
    }
    long[] opaque = new long[trace.eventCount()];
    for (int e = 0; e < opaque.length; e++) {
      int node = trace.kind(e) == EventKind.OPAQUE ? trace.readNode(e) : -1;
      if (node >= 0) {
        opaque[e] = number(model, phi.terms.term(node), trace.exprs().sort(node));
      }
    }
    int[] steps = steps(phi, model);
    return Execution.along(trace, options.memoryModel(), facts, steps, unknowns, opaque)
        .<SmtOutcome>map(SmtOutcome.Sat::new)
        .orElseGet(() -> new SmtOutcome.Undecided("the model could not be executed"));
  }

  private int[] steps(Phi phi, Model model) {
    record Moment(int step, long time) {}
    long end = order(model, phi.orders.end());
    List<Moment> moments =
        IntStream.range(0, trace.eventCount())
            .boxed()
            .<Moment>mapMulti(
                (e, out) -> {
                  long issued = order(model, phi.orders.issue(e));
                  if (issued < end) {
                    out.accept(new Moment(e, issued));
                    if (facts.buffered(e)) {
                      out.accept(new Moment(~e, order(model, phi.orders.effect(e))));
                    }
                  }
                })
            .sorted(
                Comparator.comparingLong(Moment::time)
                    .thenComparingInt(m -> m.step() < 0 ? 0 : 1)
                    .thenComparingInt(m -> m.step() < 0 ? ~m.step() : m.step()))
            .toList();
    return moments.stream().mapToInt(Moment::step).toArray();
  }

  private static long order(Model model, Expr<?> variable) {
    Expr<?> value = model.eval(variable, true);
    return value instanceof IntNum n ? n.getInt64() : 0;
  }

  private static long number(Model model, Expr<?> variable, Sort sort) {
    Expr<?> value = model.eval(variable, true);
    if (sort == Sort.BOOL) {
      return value.isTrue() ? 1 : 0;
    }
    return value instanceof BitVecNum n ? sort.normalize(n.getBigInteger().longValue()) : 0;
  }

  /** The encodings that exist, for benches that run them all. */
  public static List<Encoding> encodings() {
    return Arrays.asList(Encoding.values());
  }
}
