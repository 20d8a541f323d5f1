package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Exprs;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.weave.IndirectAccess;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Results of calls into code that is not woven. */
final class Library {
  private final Session s;
  private final Boxes boxes;
  private final Opaque opaque;
  private final Lambdas lambdas;

  /** Objects that library code filled with values that depend on shared reads. */
  private final Set<Integer> tainted = new HashSet<>();

  /** By enum, the ordinals of its constants by reference. */
  private final Map<String, Map<Long, Long>> ordinals = new HashMap<>();

  Library(Session s, Boxes boxes, Lambdas lambdas) {
    this.s = s;
    this.boxes = boxes;
    this.lambdas = lambdas;
    opaque = new Opaque(s);
  }

  /**
   * The result of a call.
   *
   * @param result its observed value, or null for a void call
   */
  Val result(ThreadState t, Call call, Val result) {
    boolean taint = taints(call);
    if (result != null && result.sort == Sort.REF) {
      s.atomics.targets().made(call, (int) result.bits());
    }
    if (call.isConstructor()) {
      constructed(call, taint);
      return Val.i32(0);
    }
    if (call.isDynamic() && lambdas.made(call, result)) {
      return result;
    }
    if (call.isLambda && result != null) {
      Val returned = returned(t, call, result);
      if (returned != null) {
        return returned;
      }
    }
    if (call.operation >= 0) {
      Val modelled = operation(t, call, result, taint);
      if (modelled != null) {
        return modelled;
      }
    }
    if (result == null) {
      return Val.i32(0);
    }
    if (call.name.equals("isAlive") && call.desc.equals("()Z")) {
      return alive(t, call, result);
    }
    Val known = function(t, call, result);
    if (known != null) {
      return known;
    }
    if (!call.hasSymbolicOperand() && !taint) {
      return result;
    }
    return PureCalls.isFunction(call, base(call.receiver))
        ? function(call, result)
        : s.out.unknown(result.sort, result.bits(), call.member());
  }

  /** The library class whose methods an object has where its own classes define none; or null. */
  private String base(Val receiver) {
    String type = receiver != null && isObject(receiver) ? s.typeOf((int) receiver.bits()) : null;
    return type == null ? null : s.classes.libraryBase(type);
  }

  /** What the method of a lambda returned, boxed or unboxed as the interface wants it. */
  private Val returned(ThreadState t, Call call, Val result) {
    Val v = call.callbackResult;
    if (v == null || !v.hasBits()) {
      return null;
    }
    if (v.sort != result.sort) {
      v =
          result.sort == Sort.REF
              ? boxes.box(t, boxClass(v.sort), v, result)
              : boxes.unbox(t, v, result.sort);
    }
    return v != null && v.hasBits() && v.bits() == result.bits() ? v : null;
  }

  private static String boxClass(Sort sort) {
    return sort == Sort.I64 ? "java/lang/Long" : "java/lang/Integer";
  }

  private Val operation(ThreadState t, Call call, Val result, boolean taint) {
    s.guards.used(t, call.receiver);
    s.sync.tasks.finish(t, call, result);
    if (s.sync.juc.finish(t, call, result)) {
      return result == null ? Val.i32(0) : result;
    }
    if (call.operation == 0 || isThreadLocal(call)) {
      return null;
    }
    Val atomic = s.atomics.finish(t, call, result == null ? Val.i32(0) : result);
    if (atomic != null) {
      return result == null ? atomic : check(atomic, result, call);
    }
    return opaque.finish(t, call, result, taint);
  }

  /** A thread that comes to such an object uses it, even if it does not come back. */
  void begin(ThreadState t, Call call) {
    if (call.operation > 0 && !isThreadLocal(call)) {
      opaque.begin(t, call);
    }
  }

  private static boolean isThreadLocal(Call call) {
    return call.owner.startsWith("java/lang/") && !IndirectAccess.isOwner(call.owner);
  }

  /** A model that does not give the observed result is no model. */
  private Val check(Val modelled, Val result, Call call) {
    if (modelled.sort == result.sort && modelled.hasBits() && modelled.bits() == result.bits()) {
      return modelled;
    }
    s.stats.inconsistent("model of " + call.member());
    return s.out.unknown(result.sort, result.bits(), call.member());
  }

  private Val alive(ThreadState t, Call call, Val result) {
    if (result.bits() == 0) {
      s.sync.foundDead(t, call.receiver);
      return result;
    }
    return s.out.unknown(result.sort, result.bits(), call.member());
  }

  private void constructed(Call call, boolean taint) {
    Alloc alloc = call.receiver == null ? null : call.receiver.alloc;
    if (alloc != null && alloc.ref == 0) {
      alloc.constructor = call.owner;
      alloc.constructorArgs = call.args;
    }
    if (taint && alloc != null && alloc.object != 0) {
      tainted.add(alloc.object);
    }
  }

  /** Whether shared reads went into the call, by value or inside an object. */
  private boolean taints(Call call) {
    boolean taint = call.hasSymbolicOperand();
    for (Val v : call.values()) {
      taint |= isObject(v) && tainted.contains((int) v.bits());
      taint |= v.alloc != null && v.alloc.ref == 0 && isTaintedNew(v.alloc);
    }
    if (taint && !PureCalls.isFunction(call.owner)) {
      for (Val v : call.values()) {
        if (isObject(v) && !isImmutable((int) v.bits())) {
          tainted.add((int) v.bits());
        }
      }
    }
    return taint;
  }

  private static boolean isTaintedNew(Alloc alloc) {
    if (alloc.constructorArgs != null) {
      for (Val v : alloc.constructorArgs) {
        if (v.isSymbolic()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isObject(Val v) {
    return v.sort == Sort.REF && v.hasBits() && v.bits() != 0 && !Refs.isBox(v.bits());
  }

  private boolean isImmutable(int object) {
    String type = s.typeOf(object);
    return type == null
        || PureCalls.isFunction(type)
        || type.equals("java/io/PrintStream")
        || s.classes.isApplication(type);
  }

  /** Calls whose result is an expression of their operands. */
  private Val function(ThreadState t, Call call, Val result) {
    Val[] a = call.args;
    if (call.name.equals("valueOf") && a.length == 1 && call.isStatic()) {
      return boxes.box(t, call.owner, a[0], result);
    }
    if (call.receiver != null && a.length == 0 && call.name.endsWith("Value")) {
      return boxes.unbox(t, call.receiver, result.sort);
    }
    if (call.receiver != null && a.length == 0 && call.name.equals("hashCode")) {
      boolean isInt = call.receiver.hasBits() && call.receiver.bits() >>> 32 == 0x11;
      return isInt ? boxes.unbox(t, call.receiver, Sort.I32) : null;
    }
    if (call.name.equals("equals") && result.sort == Sort.I32) {
      Val left = call.receiver == null ? a[0] : call.receiver;
      Val right = call.receiver == null ? a.length > 1 ? a[1] : null : a[0];
      return equal(t, call, left, right);
    }
    if (call.name.startsWith("requireNonNull") && a.length > 0 && a[0].isSymbolic()) {
      s.guards.notNull(t, a[0]);
      return a[0].bits() == result.bits() ? a[0] : null;
    }
    if (call.name.equals("newLength") && a.length == 3 && call.hasSymbolicOperand()) {
      Val grown = s.arith.op(Op.ADD, a[0], larger(a[1], a[2]));
      return grown.hasBits() && grown.bits() == result.bits() ? grown : null;
    }
    if (call.name.equals("ordinal") && "java/lang/Enum".equals(base(call.receiver))) {
      return ordinal(call, result);
    }
    if (call.name.equals("isNaN") && call.isStatic() && a[0].isSymbolic()) {
      return s.arith.asInt(s.arith.not(s.arith.op(Op.FEQ, a[0], a[0])));
    }
    return twoNumbers(call, result);
  }

  /** The place of an enum constant, by all constants that were asked for theirs so far. */
  private Val ordinal(Call call, Val result) {
    Map<Long, Long> known = ordinals.computeIfAbsent(call.owner, k -> new TreeMap<>());
    known.put(call.receiver.bits(), result.bits());
    if (!call.receiver.isSymbolic()) {
      return result;
    }
    Exprs x = s.out.x;
    int chain = s.out.unknown(result.sort, result.bits(), call.member()).expr();
    for (Map.Entry<Long, Long> constant : known.entrySet()) {
      int same = x.eq(call.receiver.expr(), x.constant(Sort.REF, constant.getKey()));
      chain = x.ite(same, x.constant(result.sort, constant.getValue()), chain);
    }
    return s.out.symbolic(result.bits(), chain);
  }

  private Val larger(Val a, Val b) {
    return s.arith.ite(s.arith.op(Op.SLT, a, b), b, a);
  }

  private Val equal(ThreadState t, Call call, Val left, Val right) {
    if (right == null || !Boxes.comparesByValue(left) || !Boxes.comparesByValue(right)) {
      return null;
    }
    s.guards.notNull(t, call.receiver);
    return left.isSymbolic() || right.isSymbolic()
        ? s.arith.asInt(s.arith.op(Op.EQ, left, right))
        : null;
  }

  private Val twoNumbers(Call call, Val result) {
    Val[] a = call.args;
    boolean numbers =
        call.isStatic()
            && a.length == 2
            && a[0].sort == a[1].sort
            && a[0].sort.isInteger()
            && a[0].hasBits()
            && a[1].hasBits()
            && PureCalls.isFunction(call.owner);
    if (!numbers || !call.hasSymbolicOperand()) {
      return null;
    }
    return switch (call.name) {
      case "max" -> larger(a[0], a[1]);
      case "min" -> s.arith.ite(s.arith.op(Op.SLT, a[0], a[1]), a[0], a[1]);
      case "sum" -> s.arith.op(Op.ADD, a[0], a[1]);
      case "compare" -> result.sort == Sort.I32 ? s.arith.lcmp(a[0], a[1]) : null;
      default -> null;
    };
  }

  /** A function of immutable operands: the observed result while they are the observed ones. */
  private Val function(Call call, Val result) {
    Exprs x = s.out.x;
    Val other = s.out.unknown(result.sort, result.bits(), call.member());
    int same = x.bool(true);
    for (Val v : call.values()) {
      if (v.isLost()) {
        return other;
      }
      if (v.isSymbolic()) {
        same = x.and(same, x.eq(v.expr(), x.constant(v.sort, v.bits())));
      }
    }
    int observed = x.constant(result.sort, result.bits());
    return s.out.symbolic(result.bits(), x.ite(same, observed, other.expr()));
  }
}
