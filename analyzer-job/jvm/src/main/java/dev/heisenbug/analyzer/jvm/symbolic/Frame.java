package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;
import org.objectweb.asm.tree.analysis.BasicValue;

/** One activation of a woven method; a long or double is one entry of the stack. */
final class Frame {
  /** Who called the method, as far as the frame below knows. */
  enum Caller {
    /** The call instruction at which the frame below stands. */
    CALL,
    /** Code that is not woven. */
    LIBRARY,
    /** The JVM, to initialise a class. */
    INITIALISATION
  }

  final MethodCode code;
  final int depth;
  final Caller caller;
  final Val[] locals;
  private final Val[] stack;
  private int sp;
  int pc;

  /** The call at which the frame stands, if it does. */
  Call call;

  /** A synchronized method that has not got its lock yet. */
  boolean awaitsLock;

  /** The log left the code: nothing is interpreted until a record names an instruction. */
  boolean lost;

  /** Object number of the handed-over task whose code this is, or 0. */
  int task;

  Frame(MethodCode code, int depth, Caller caller) {
    this.code = code;
    this.depth = depth;
    this.caller = caller;
    locals = new Val[code.node.maxLocals + 1];
    stack = new Val[code.node.maxStack + 1];
  }

  /** A frame in the same state; a call in progress is shared. */
  Frame copy() {
    Frame f = new Frame(code, depth, caller);
    System.arraycopy(locals, 0, f.locals, 0, locals.length);
    System.arraycopy(stack, 0, f.stack, 0, stack.length);
    f.sp = sp;
    f.pc = pc;
    f.call = call;
    f.awaitsLock = awaitsLock;
    f.lost = lost;
    f.task = task;
    return f;
  }

  void push(Val v) {
    stack[sp++] = v;
  }

  Val pop() {
    return stack[--sp];
  }

  /** The n-th entry from the top, 0 being the top. */
  Val peek(int n) {
    return stack[sp - 1 - n];
  }

  int height() {
    return sp;
  }

  void clearStack() {
    sp = 0;
  }

  /** Goes to an instruction with nothing known but the types. False if nothing can be there. */
  boolean jumpBlind(int insn) {
    var shape = code.shape(insn);
    if (shape == null) {
      return false;
    }
    for (int i = 0; i < shape.getLocals() && i < locals.length; i++) {
      locals[i] = lost(shape.getLocal(i));
    }
    sp = 0;
    for (int i = 0; i < shape.getStackSize(); i++) {
      push(lost(shape.getStack(i)));
    }
    pc = insn;
    call = null;
    awaitsLock = false;
    lost = false;
    return true;
  }

  private static Val lost(BasicValue v) {
    if (v == null || v.getType() == null) {
      return Val.lost(Sort.I32);
    }
    return Val.lost(Sorts.of(v.getType().getDescriptor()));
  }
}
