package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Runs a thread's code ahead until an instruction whose outcome only the log knows. */
final class Stepper {
  private final Session s;
  private final LocalOps local;

  Stepper(Session s) {
    this.s = s;
    local = new LocalOps(s.arith);
  }

  /** Runs until the log is needed. */
  void run(ThreadState t) {
    while (true) {
      Frame f = t.top();
      if (f == null || f.lost || f.awaitsLock || f.call != null || f.pc >= f.code.insns.length) {
        return;
      }
      if (!step(t, f)) {
        return;
      }
      s.stats.instructions++;
    }
  }

  private boolean step(ThreadState t, Frame f) {
    AbstractInsnNode n = f.code.insns[f.pc];
    int op = n.getOpcode();
    if (op < 0) {
      f.pc++;
      return true;
    }
    switch (op) {
      case GOTO -> {
        f.pc = f.code.index(((JumpInsnNode) n).label);
        return true;
      }
      case IDIV, IREM, LDIV, LREM -> {
        Val divisor = f.peek(0);
        if (divisor.hasBits() && divisor.bits() == 0) {
          return false;
        }
        s.guards.notZero(t, divisor);
      }
      case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE, INVOKEDYNAMIC -> {
        f.call = Call.arrive(f);
        return false;
      }
      case IRETURN, LRETURN, FRETURN, DRETURN, ARETURN, RETURN -> {
        return !f.code.isSynchronized() && !f.code.isInitialiser() && leave(t, f);
      }
      case PUTFIELD -> {
        return f.code.isUnlogged(f.pc) && unlogged(f, (FieldInsnNode) n);
      }
      default -> {}
    }
    if (local.execute(f, n) || memory(t, f, n, op)) {
      f.pc++;
      return true;
    }
    return false;
  }

  private boolean unlogged(Frame f, FieldInsnNode n) {
    Val value = f.pop();
    Val base = f.pop();
    if (base.alloc != null && base.alloc.ref == 0 && (value.isSymbolic() || value.isLost())) {
      FieldInfo field = s.classes.field(n.owner, n.name, n.desc);
      if (value.isSymbolic()) {
        base.alloc.pending.add(new Alloc.Pending(field, value));
      }
    }
    f.pc++;
    return true;
  }

  /** Completes the return at which the frame stands. */
  boolean leave(ThreadState t, Frame f) {
    Val value = f.code.insns[f.pc].getOpcode() == RETURN ? null : f.pop();
    t.frames.removeLast();
    Frame below = t.top();
    if (f.task != 0) {
      s.sync.tasks.left(t, f.task);
    }
    if (below != null && below.call != null) {
      if (f.caller == Frame.Caller.CALL) {
        below.call.returned = value;
        below.call.hasReturned = true;
      } else if (f.caller == Frame.Caller.LIBRARY) {
        below.call.callbackResult = value;
      }
    }
    return true;
  }

  /** Objects and types: instructions that leave no record. */
  private boolean memory(ThreadState t, Frame f, AbstractInsnNode n, int op) {
    switch (op) {
      case NEW -> f.push(Val.created(new Alloc(((TypeInsnNode) n).desc, null, null)));
      case NEWARRAY -> {
        return array(t, f, "[" + primitive(((IntInsnNode) n).operand));
      }
      case ANEWARRAY -> {
        return array(t, f, "[" + Type.getObjectType(((TypeInsnNode) n).desc).getDescriptor());
      }
      case MULTIANEWARRAY -> {
        MultiANewArrayInsnNode m = (MultiANewArrayInsnNode) n;
        for (int i = 1; i < m.dims; i++) {
          f.pop();
        }
        return array(t, f, m.desc);
      }
      case ARRAYLENGTH -> {
        if (f.peek(0).isNull() || f.peek(0).isSymbolic() && f.peek(0).bits() == 0) {
          return false;
        }
        f.push(s.guards.length(t, f.pop()));
      }
      case CHECKCAST -> s.guards.cast(t, f.peek(0), ((TypeInsnNode) n).desc);
      case INSTANCEOF -> f.push(s.guards.isInstance(t, f.pop(), ((TypeInsnNode) n).desc));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean array(ThreadState t, Frame f, String type) {
    Val length = f.peek(0);
    if (length.hasBits() && length.bits() < 0) {
      return false;
    }
    if (length.isSymbolic()) {
      Val ok = s.arith.op(Op.SLE, Val.of(Sort.I32, 0), length);
      s.out.path(t, s.out.expr(ok), t.position());
    }
    f.pop();
    f.push(Val.created(new Alloc(type, length, null)));
    return true;
  }

  private static String primitive(int code) {
    return switch (code) {
      case T_BOOLEAN -> "Z";
      case T_CHAR -> "C";
      case T_FLOAT -> "F";
      case T_DOUBLE -> "D";
      case T_BYTE -> "B";
      case T_SHORT -> "S";
      case T_LONG -> "J";
      default -> "I";
    };
  }
}
