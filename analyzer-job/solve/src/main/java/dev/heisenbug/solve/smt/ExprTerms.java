package dev.heisenbug.solve.smt;

import com.microsoft.z3.BitVecExpr;
import com.microsoft.z3.BitVecNum;
import com.microsoft.z3.BitVecSort;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import com.microsoft.z3.Model;
import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Ops;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Value expressions as Z3 terms: booleans as Bool, everything else as bit vectors. */
final class ExprTerms {
  private final Context z3;
  private final Exprs exprs;
  private final FloatTerms floats;
  private final Expr<?>[] term;

  /** Remainders of floats, which are free in the formula. */
  private final List<Integer> remainders = new ArrayList<>();

  ExprTerms(Context z3, SymbolicTrace trace) {
    this.z3 = z3;
    this.exprs = trace.exprs();
    this.floats = new FloatTerms(z3);
    this.term = new Expr<?>[exprs.size()];
  }

  /** A fresh constant of a sort. */
  Expr<?> variable(String name, Sort sort) {
    return sort == Sort.BOOL ? z3.mkBoolConst(name) : z3.mkBVConst(name, sort.bits());
  }

  Expr<?> constant(Sort sort, long value) {
    return sort == Sort.BOOL ? z3.mkBool(value != 0) : bits(value, sort.bits());
  }

  private BitVecExpr bits(long value, int width) {
    return z3.mkBV(Long.toUnsignedString(width == 64 ? value : value & ((1L << width) - 1)), width);
  }

  BoolExpr condition(int node) {
    return (BoolExpr) term(node);
  }

  Expr<?> term(int root) {
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    stack.push(root);
    while (!stack.isEmpty()) {
      int n = stack.peek();
      boolean ready = true;
      for (int i = 0; i < exprs.op(n).arity(); i++) {
        int operand = operand(n, i);
        if (term[operand] == null) {
          stack.push(operand);
          ready = false;
        }
      }
      if (ready) {
        stack.pop();
        if (term[n] == null) {
          term[n] = make(n);
        }
      }
    }
    return term[root];
  }

  private int operand(int n, int i) {
    return i == 0 ? exprs.a(n) : i == 1 ? exprs.b(n) : exprs.c(n);
  }

  private Expr<?> make(int n) {
    Sort sort = exprs.sort(n);
    return switch (exprs.op(n)) {
      case CONST -> constant(sort, exprs.constant(n));
      case READ -> variable("v" + exprs.a(n), sort);
      case UNKNOWN -> variable("u" + exprs.a(n), sort);
      case ITE -> ite(n);
      case EQ -> z3.mkEq(cast(term[exprs.a(n)]), cast(term[exprs.b(n)]));
      default -> sort == Sort.BOOL && isBool(exprs.a(n)) ? bool(n) : vector(n, sort);
    };
  }

  private boolean isBool(int n) {
    return exprs.sort(n) == Sort.BOOL;
  }

  /** Both sides of an equality have one sort by construction of the pool. */
  @SuppressWarnings("unchecked")
  private static Expr<BitVecSort> cast(Expr<?> term) {
    return (Expr<BitVecSort>) term;
  }

  private Expr<?> ite(int n) {
    BoolExpr condition = (BoolExpr) term[exprs.a(n)];
    return z3.mkITE(condition, cast(term[exprs.b(n)]), cast(term[exprs.c(n)]));
  }

  private BoolExpr bool(int n) {
    BoolExpr x = (BoolExpr) term[exprs.a(n)];
    BoolExpr y = exprs.op(n).arity() > 1 ? (BoolExpr) term[exprs.b(n)] : x;
    return switch (exprs.op(n)) {
      case AND -> z3.mkAnd(new BoolExpr[] {x, y});
      case OR -> z3.mkOr(new BoolExpr[] {x, y});
      case XOR -> z3.mkXor(x, y);
      case NOT -> z3.mkNot(x);
      default -> throw new IllegalStateException(exprs.op(n) + " on bool");
    };
  }

  private Expr<?> vector(int n, Sort sort) {
    Op op = exprs.op(n);
    Sort from = exprs.sort(exprs.a(n));
    if (op == Op.ZEXT || op == Op.SEXT || op == Op.TRUNC || op == Op.BITS) {
      return resize(op, from, sort, term[exprs.a(n)]);
    }
    BitVecExpr x = (BitVecExpr) term[exprs.a(n)];
    BitVecExpr y = op.arity() > 1 ? (BitVecExpr) term[exprs.b(n)] : x;
    return switch (op) {
      case ADD -> z3.mkBVAdd(x, y);
      case SUB -> z3.mkBVSub(x, y);
      case MUL -> z3.mkBVMul(x, y);
      case SDIV -> z3.mkBVSDiv(x, y);
      case SREM -> z3.mkBVSRem(x, y);
      case UDIV -> z3.mkBVUDiv(x, y);
      case UREM -> z3.mkBVURem(x, y);
      case NEG -> z3.mkBVNeg(x);
      case AND -> z3.mkBVAND(x, y);
      case OR -> z3.mkBVOR(x, y);
      case XOR -> z3.mkBVXOR(x, y);
      case NOT -> z3.mkBVNot(x);
      case SHL -> z3.mkBVSHL(x, y);
      case LSHR -> z3.mkBVLSHR(x, y);
      case ASHR -> z3.mkBVASHR(x, y);
      case SLT -> z3.mkBVSLT(x, y);
      case SLE -> z3.mkBVSLE(x, y);
      case ULT -> z3.mkBVULT(x, y);
      case ULE -> z3.mkBVULE(x, y);
      case FREM -> remainder(n, sort);
      default -> floats.apply(op, sort, from, x, y);
    };
  }

  private Expr<?> resize(Op op, Sort from, Sort to, Expr<?> x) {
    if (from == Sort.BOOL) {
      long one = op == Op.SEXT ? -1 : 1;
      return z3.mkITE((BoolExpr) x, bits(one, to.bits()), bits(0, to.bits()));
    }
    BitVecExpr bv = (BitVecExpr) x;
    int more = to.bits() - from.bits();
    if (more == 0) {
      return bv;
    }
    if (more < 0) {
      return z3.mkExtract(to.bits() - 1, 0, bv);
    }
    return op == Op.SEXT ? z3.mkSignExt(more, bv) : z3.mkZeroExt(more, bv);
  }

  /** Z3 has no such operation: a free value, of which {@link #corrects} says what it must be. */
  private Expr<?> remainder(int n, Sort sort) {
    remainders.add(n);
    return variable("f" + n, sort);
  }

  /**
   * Where the present model has a remainder wrong, adds what it is for those operands. Operands
   * have few values, those that are stored somewhere, so that this comes to an end.
   */
  boolean corrects(Z3Session session) {
    boolean wrong = false;
    Model model = remainders.isEmpty() ? null : session.model();
    for (int n : remainders) {
      Sort sort = exprs.sort(n);
      Expr<?> x = term[exprs.a(n)];
      Expr<?> y = term[exprs.b(n)];
      long a = number(model, x, sort);
      long b = number(model, y, sort);
      long right = Ops.apply(Op.FREM, sort, sort, a, b, 0);
      if (number(model, term[n], sort) != right) {
        wrong = true;
        BoolExpr same =
            z3.mkAnd(
                z3.mkEq(cast(x), cast(constant(sort, a))),
                z3.mkEq(cast(y), cast(constant(sort, b))));
        session.add(z3.mkImplies(same, z3.mkEq(cast(term[n]), cast(constant(sort, right)))));
      }
    }
    return wrong;
  }

  private static long number(Model model, Expr<?> term, Sort sort) {
    Expr<?> value = model.eval(term, true);
    return value instanceof BitVecNum n ? sort.normalize(n.getBigInteger().longValue()) : 0;
  }
}
