package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import java.util.function.UnaryOperator;

/** Atomic variables, arrays, field updaters and VarHandles as accesses to one location. */
final class Atomics {
  private final Session s;
  private final AtomicTargets targets;
  private boolean grouped;

  Atomics(Session s) {
    this.s = s;
    targets = new AtomicTargets(s);
  }

  AtomicTargets targets() {
    return targets;
  }

  /** A new atomic variable: its constructor wrote the initial value. */
  void created(ThreadState t, Alloc alloc) {
    FieldInfo f = targets.variable(alloc.constructor);
    if (f == null) {
      return;
    }
    Val initial = alloc.constructorArgs.length == 0 ? null : alloc.constructorArgs[0];
    if (initial == null || initial.sort != f.sort()) {
      initial = Val.of(f.sort(), 0);
    }
    if (initial.isLost() || !initial.hasBits()) {
      return;
    }
    Cell c = Cell.of(alloc.object, f).ordered(Cell.Order.PLAIN);
    s.sharing.touch(c.key(), t.number, true);
    s.memory.write(t, c, initial);
  }

  /**
   * A callback of an update method: the variable was read for it.
   *
   * @return the value read, to be used as the callback's argument; null if the call is no update
   */
  Val callback(ThreadState t, Call call, Sort sort, long logged) {
    if (call.operation < 0 || !AtomicOps.callsBack(call.name)) {
      return null;
    }
    AtomicTargets.Target target = targets.of(t, call);
    if (target == null || target.cell().sort() != sort) {
      return null;
    }
    if (call.model != null) {
      swap(t, target.cell(), (Val) call.model, call.callbackResult, false);
    }
    s.sharing.touch(target.cell().key(), t.number, true);
    beginGroup();
    call.model = s.memory.read(t, target.cell(), s.observed(sort, logged));
    return (Val) call.model;
  }

  /**
   * Read and compare-and-set of an update are one step unless the function between them has points
   * of its own: a plan cannot part them.
   */
  private void beginGroup() {
    endGroup();
    s.out.b.beginGroup();
    grouped = true;
  }

  /** Something else may happen from here on. */
  void endGroup() {
    if (grouped) {
      s.out.b.endGroup();
      grouped = false;
    }
  }

  /** The end of an operation; null if it is not an atomic access that is modelled. */
  Val finish(ThreadState t, Call call, Val result) {
    AtomicTargets.Target target = targets.of(t, call);
    AtomicOps.Access access = AtomicOps.access(call);
    if (target == null || access == null) {
      return null;
    }
    Cell c = target.cell().ordered(access.order());
    s.sharing.touch(c.key(), t.number, access.writes());
    Val a = target.arg(call, 0, c.sort());
    Val b = target.arg(call, 1, c.sort());
    Val none = Val.i32(0);
    Val one = Val.of(c.sort(), 1);
    return switch (access) {
      case GET -> cast(s.memory.read(t, c, wide(c, result)), result);
      case SET, SET_PLAIN, SET_RELEASE -> {
        if (a != null) {
          s.memory.write(t, c, a);
        }
        yield none;
      }
      case GET_AND_SET -> a == null ? null : s.memory.update(t, c, result, v -> a);
      case COMPARE_AND_SET -> a == null || b == null ? null : compareAndSet(t, c, a, b, result);
      case COMPARE_AND_EXCHANGE ->
          a == null || b == null
              ? null
              : s.memory.update(t, c, result, v -> s.arith.ite(s.arith.op(Op.EQ, v, a), b, v));
      case GET_AND_ADD -> getAndOp(t, c, Op.ADD, a, result);
      case GET_AND_OR -> getAndOp(t, c, Op.OR, a, result);
      case GET_AND_AND -> getAndOp(t, c, Op.AND, a, result);
      case GET_AND_XOR -> getAndOp(t, c, Op.XOR, a, result);
      case GET_AND_INCREMENT -> getAndOp(t, c, Op.ADD, one, result);
      case GET_AND_DECREMENT -> getAndOp(t, c, Op.SUB, one, result);
      case ADD_AND_GET -> a == null ? null : addAndGet(t, c, a, result);
      case INCREMENT_AND_GET -> addAndGet(t, c, one, result);
      case DECREMENT_AND_GET -> addAndGet(t, c, Val.of(c.sort(), -1), result);
      case ADD -> blind(t, c, a);
      case INCREMENT -> blind(t, c, one);
      case DECREMENT -> blind(t, c, Val.of(c.sort(), -1));
      case GET_AND_RESET -> s.memory.update(t, c, result, v -> Val.of(c.sort(), 0));
      case RESET -> {
        s.memory.write(t, c, Val.of(c.sort(), 0));
        yield none;
      }
      case UPDATE_AND_GET, GET_AND_UPDATE -> update(t, c, call, access, result);
    };
  }

  /** The observed result in the sort of the location: {@code intValue} of a long, for example. */
  private Val wide(Cell c, Val result) {
    if (result.sort == c.sort()) {
      return result;
    }
    Long known = s.memory.currentBits(c);
    return Val.of(c.sort(), known == null ? result.bits() : known);
  }

  private Val cast(Val v, Val result) {
    if (v.sort == result.sort) {
      return v;
    }
    if (v.sort == Sort.I64 && result.sort == Sort.I32) {
      return s.arith.convert(Op.TRUNC, Sort.I32, v);
    }
    return s.out.unknown(result.sort, result.bits(), "conversion of an atomic");
  }

  private Val getAndOp(ThreadState t, Cell c, Op op, Val operand, Val result) {
    return operand == null || c.sort() == Sort.REF
        ? null
        : s.memory.update(t, c, result, v -> s.arith.op(op, v, operand));
  }

  private Val addAndGet(ThreadState t, Cell c, Val delta, Val result) {
    Val old = s.arith.op(Op.SUB, Val.of(c.sort(), result.bits()), Val.of(c.sort(), delta.bits()));
    UnaryOperator<Val> add = v -> s.arith.op(Op.ADD, v, delta);
    return add.apply(s.memory.update(t, c, old, add));
  }

  /** An addition that tells nothing about the value. */
  private Val blind(ThreadState t, Cell c, Val delta) {
    Long known = s.memory.currentBits(c);
    if (delta == null || known == null) {
      s.sharing.untrack(c.key());
      return Val.i32(0);
    }
    s.memory.update(t, c, Val.of(c.sort(), known), v -> s.arith.op(Op.ADD, v, delta));
    return Val.i32(0);
  }

  private Val compareAndSet(ThreadState t, Cell c, Val expected, Val update, Val result) {
    boolean done = result.bits() != 0;
    Long known = done ? (Long) expected.bits() : s.memory.currentBits(c);
    if (known == null) {
      return null;
    }
    Val read = swap(t, c, expected, update, known);
    return s.arith.asInt(s.arith.op(Op.EQ, read, expected));
  }

  private Val swap(ThreadState t, Cell c, Val expected, Val update, long observed) {
    UnaryOperator<Val> change = v -> s.arith.ite(s.arith.op(Op.EQ, v, expected), update, v);
    return s.memory.update(t, c, Val.of(c.sort(), observed), change);
  }

  /** The compare-and-set inside an update method, with its outcome as a path condition. */
  private void swap(ThreadState t, Cell c, Val expected, Val update, boolean done) {
    Long known = done ? (Long) expected.bits() : s.memory.currentBits(c);
    if (known == null || update == null || !update.hasBits() || update.sort != c.sort()) {
      s.sharing.untrack(c.key());
      return;
    }
    Val same = s.arith.op(Op.EQ, swap(t, c, expected, update, known), expected);
    if (same.isSymbolic()) {
      s.out.path(t, s.out.expr(done ? same : s.arith.not(same)), t.position());
    }
  }

  private Val update(ThreadState t, Cell c, Call call, AtomicOps.Access access, Val result) {
    if (call.model == null || call.callbackResult == null) {
      s.sharing.untrack(c.key());
      return s.out.unknown(result.sort, result.bits(), call.member());
    }
    Val old = (Val) call.model;
    swap(t, c, old, call.callbackResult, true);
    endGroup();
    return access == AtomicOps.Access.GET_AND_UPDATE ? old : call.callbackResult;
  }
}
