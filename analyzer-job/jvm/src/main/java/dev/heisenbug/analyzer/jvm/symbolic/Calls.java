package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.formats.trace.Sort;
import java.util.ArrayList;
import java.util.List;

/** Enters methods: finds out who called and which values the arguments are. */
final class Calls {
  private final Session s;
  private final RunLog log;
  private final Lambdas lambdas;
  private final Boxes boxes;

  Calls(Session s, Lambdas lambdas, Boxes boxes) {
    this.s = s;
    this.log = s.log;
    this.lambdas = lambdas;
    this.boxes = boxes;
  }

  /** The frame for the log's ENTER record, not yet on the thread's stack. */
  Frame enter(ThreadState t, MethodCode code) {
    Frame below = t.top();
    Call call = below == null || below.lost ? null : below.call;
    Frame f;
    if (code.isInitialiser()) {
      f = new Frame(code, log.depth, Frame.Caller.INITIALISATION);
    } else if (call != null && isTarget(call, code)) {
      call.entered = true;
      f = new Frame(code, log.depth, Frame.Caller.CALL);
      direct(t, f, call);
    } else {
      f = new Frame(code, log.depth, Frame.Caller.LIBRARY);
      callback(t, f, call);
    }
    if (code.isStatic() || code.isConstructor()) {
      s.sync.uses(t, code.def.owner());
    }
    f.awaitsLock = code.isSynchronized();
    return f;
  }

  /** Whether the entered method is the one that the call instruction means. */
  private boolean isTarget(Call call, MethodCode code) {
    if (call.entered
        || call.isDynamic()
        || !call.name.equals(code.def.name())
        || !call.desc.equals(code.def.desc())
        || call.isStatic() != code.isStatic()) {
      return false;
    }
    if (call.isStatic() || call.isConstructor()) {
      return s.classes.isSubtype(call.owner, code.def.owner());
    }
    Val receiver = call.receiver;
    if (receiver.isLost()) {
      return s.classes.isSubtype(s.typeOf((int) log.arg(0)), call.owner);
    }
    return receiver.hasBits()
        ? receiver.bits() == s.refs.of((int) log.arg(0))
        : s.classes.isSubtype(receiver.alloc.type, code.def.owner());
  }

  private void direct(ThreadState t, Frame f, Call call) {
    int slot = 0;
    int logged = 0;
    if (!f.code.isStatic()) {
      s.guards.used(t, call.receiver);
      boolean unnamed = f.code.isConstructor();
      f.locals[slot++] =
          unnamed ? call.receiver : s.reconcile(t, call.receiver, Sort.REF, log.arg(logged++));
    }
    for (Val arg : call.args) {
      Sort sort = Sorts.ofTypeByte(log.argType(logged));
      Val v = s.reconcile(t, arg, sort, log.arg(logged++));
      f.locals[slot] = v;
      slot += v.isWide() ? 2 : 1;
    }
  }

  /** Arguments of a method that library code calls. */
  private void callback(ThreadState t, Frame f, Call call) {
    Lambdas.Lambda lambda = lambda(t, f.code, call);
    if (call != null && lambda != null && lambdas.of(call.receiver, f.code) != null) {
      call.isLambda = true;
    }
    task(t, f, lambda);
    List<Val> sources = sources(lambda, call);
    int slot = 0;
    if (f.code.isConstructor()) {
      f.locals[slot++] = Val.created(new Alloc(f.code.def.owner(), null, null));
    }
    boolean taint = call != null && (call.operation >= 0 || call.hasSymbolicOperand());
    int old = call == null ? -1 : log.argCount - AtomicOps.oldValueFromEnd(call.name);
    for (int i = 0; i < log.argCount; i++) {
      Sort sort = Sorts.ofTypeByte(log.argType(i));
      Val v = i == old ? s.atomics.callback(t, call, sort, log.arg(i)) : null;
      if (v == null && call != null && call.model != null && i == old + 1) {
        v = operand(call, sort, log.arg(i));
      }
      if (v == null) {
        v = argument(t, sort, log.arg(i), i, lambda, sources, taint);
      }
      f.locals[slot] = v;
      slot += v.isWide() ? 2 : 1;
    }
  }

  /** The operand of an accumulation, which its function gets as it is. */
  private Val operand(Call call, Sort sort, long logged) {
    int i = call.args.length - 2;
    Val v = i < 0 ? null : call.args[i];
    boolean same = v != null && v.sort == sort && v.hasBits();
    return same && v.bits() == s.observed(sort, logged).bits() ? v : null;
  }

  private Val argument(
      ThreadState t,
      Sort sort,
      long logged,
      int i,
      Lambdas.Lambda lambda,
      List<Val> sources,
      boolean taint) {
    Val seen = s.observed(sort, logged);
    if (lambda != null && i < sources.size()) {
      Val v = adapt(t, sources.get(i), sort);
      if (v != null && !v.isLost() && v.alloc != null && v.alloc.ref == 0 && logged != 0) {
        s.bind(t, v.alloc, (int) logged);
      }
      if (v != null && v.hasBits() && v.bits() == seen.bits()) {
        return v;
      }
    }
    if (sort == Sort.REF && !Refs.isBox(seen.bits())) {
      return lambda == null ? operand(sources, seen) : seen;
    }
    return taint ? s.out.unknown(sort, seen.bits(), "callback argument") : seen;
  }

  /** The operand of the library call that is the same object, if there is one. */
  private static Val operand(List<Val> sources, Val seen) {
    for (Val v : sources) {
      if (v.sort == Sort.REF && v.isSymbolic() && v.bits() == seen.bits()) {
        return v;
      }
    }
    return seen;
  }

  private Val adapt(ThreadState t, Val v, Sort sort) {
    if (v.sort == sort) {
      return v;
    }
    return v.sort == Sort.REF ? boxes.unbox(t, v, sort) : null;
  }

  private static List<Val> sources(Lambdas.Lambda lambda, Call call) {
    List<Val> result = new ArrayList<>();
    if (lambda != null) {
      result.addAll(List.of(lambda.captured()));
      Val receiver = call == null ? null : call.receiver;
      if (receiver != null && receiver.hasBits() && receiver.bits() == lambda.object()) {
        result.addAll(List.of(call.args));
      }
    } else if (call != null) {
      result.addAll(call.values());
    }
    return result;
  }

  private Lambdas.Lambda lambda(ThreadState t, MethodCode code, Call call) {
    Lambdas.Lambda l = call == null ? null : lambdas.of(call.receiver, code);
    if (l != null) {
      return l;
    }
    if (call != null) {
      for (Val v : call.args) {
        l = lambdas.of(v, code);
        if (l != null) {
          return l;
        }
      }
    }
    Lambdas.Lambda best = null;
    for (Lambdas.Lambda candidate : lambdas.of(code)) {
      if (captures(candidate)
          && (best == null
              || s.sync.tasks.runs(candidate.object()) < s.sync.tasks.runs(best.object()))) {
        best = candidate;
      }
    }
    return best;
  }

  /** Whether the entered method's first arguments are the values that the lambda captured. */
  private boolean captures(Lambdas.Lambda l) {
    for (int i = 0; i < l.captured().length; i++) {
      Val v = l.captured()[i];
      if (i >= log.argCount) {
        return false;
      }
      long seen = s.observed(Sorts.ofTypeByte(log.argType(i)), log.arg(i)).bits();
      if (v.hasBits() && v.bits() != seen) {
        return false;
      }
    }
    return true;
  }

  private void task(ThreadState t, Frame f, Lambdas.Lambda lambda) {
    boolean receiver = !f.code.isStatic() && !f.code.isConstructor();
    if (lambda != null && s.sync.tasks.isTask(lambda.object())) {
      f.task = s.sync.tasks.entered(t, lambda.object());
    } else if (receiver && log.argCount > 0) {
      f.task = s.sync.tasks.entered(t, (int) log.arg(0));
    }
  }
}
