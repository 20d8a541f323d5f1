package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Produces the few instruction sequences that path recording consists of. */
final class Emitter {
  final int register;
  private final int pack;
  final int log;
  private final int counters;
  private final PathRuntime runtime;
  private final int methodId;
  private final int width;

  /** Negative local indexes stand for locals that this method does without. */
  Emitter(
      int register, int pack, int log, int counters, PathRuntime runtime, int methodId, int width) {
    this.width = width;
    this.register = register;
    this.pack = pack;
    this.log = log;
    this.counters = counters;
    this.runtime = runtime;
    this.methodId = methodId;
  }

  void fetchLog(InsnList code) {
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, runtime.owner(), "log", "()L" + runtime.log() + ";", false));
  }

  void set(InsnList code, int local, int value) {
    push(code, value);
    code.add(new VarInsnNode(Opcodes.ISTORE, local));
  }

  void count(InsnList code, int depth) {
    code.add(new IincInsnNode(counters + depth, 1));
  }

  void add(InsnList code, int value) {
    if (value == 0) {
      return;
    }
    if (value <= Short.MAX_VALUE) {
      code.add(new IincInsnNode(register, value));
      return;
    }
    code.add(new VarInsnNode(Opcodes.ILOAD, register));
    push(code, value);
    code.add(new InsnNode(Opcodes.IADD));
    code.add(new VarInsnNode(Opcodes.ISTORE, register));
  }

  /**
   * {@code register += clear} or {@code set}, by a bit of the value on the stack, which stays: its
   * sign, or whether it is not zero.
   */
  void addByBit(InsnList code, boolean sign, int clear, int set) {
    add(code, clear);
    code.add(new InsnNode(Opcodes.DUP));
    if (!sign) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new InsnNode(Opcodes.INEG));
      code.add(new InsnNode(Opcodes.IOR));
    }
    push(code, 31);
    code.add(new InsnNode(Opcodes.IUSHR));
    if (set - clear != 1) {
      push(code, set - clear);
      code.add(new InsnNode(Opcodes.IMUL));
    }
    code.add(new VarInsnNode(Opcodes.ILOAD, register));
    code.add(new InsnNode(Opcodes.IADD));
    code.add(new VarInsnNode(Opcodes.ISTORE, register));
  }

  /** {@code log.path(register + value)}. */
  void path(InsnList code, int value) {
    receiver(code);
    number(code, value);
    call(code, "path", "I");
  }

  /** {@code pack = log.packed(pack, register + value, width)}. */
  void packed(InsnList code, int value) {
    code.add(new VarInsnNode(Opcodes.ALOAD, log));
    code.add(new VarInsnNode(Opcodes.LLOAD, pack));
    number(code, value);
    packing(code, "packed", "(JII)J");
  }

  /** {@code pack = log.packed(pack, rounds, width); rounds = 0}. */
  void packedLoop(InsnList code, int depth) {
    code.add(new VarInsnNode(Opcodes.ALOAD, log));
    code.add(new VarInsnNode(Opcodes.LLOAD, pack));
    code.add(new VarInsnNode(Opcodes.ILOAD, counters + depth));
    packing(code, "packed", "(JII)J");
    set(code, counters + depth, 0);
  }

  /**
   * {@code pack = log.flush(pack, width)}, which is an empty one; nothing in a method without
   * packs.
   */
  void flush(InsnList code) {
    if (pack >= 0) {
      code.add(new VarInsnNode(Opcodes.ALOAD, log));
      code.add(new VarInsnNode(Opcodes.LLOAD, pack));
      packing(code, "flush", "(JI)J");
    }
  }

  /** Pushes the arguments with which a twin is given the log and what was collected. */
  void hand(InsnList code, boolean collects) {
    code.add(new VarInsnNode(Opcodes.ALOAD, log));
    if (collects) {
      code.add(new VarInsnNode(Opcodes.ALOAD, log));
      code.add(new VarInsnNode(Opcodes.LLOAD, pack));
      onLog(code, "hand", "(J)J");
      collectNothing(code);
    } else {
      empty(code);
    }
  }

  /** {@code pack = empty}. */
  void collectNothing(InsnList code) {
    empty(code);
    code.add(new VarInsnNode(Opcodes.LSTORE, pack));
  }

  private void empty(InsnList code) {
    long empty = 1L << width - 1;
    code.add(empty == 1 ? new InsnNode(Opcodes.LCONST_1) : new LdcInsnNode(empty));
  }

  /** Takes back what a twin has handed over, or has it written at once. */
  void take(InsnList code, boolean collects) {
    if (collects) {
      code.add(new VarInsnNode(Opcodes.ALOAD, log));
      onLog(code, "take", "()J");
      code.add(new VarInsnNode(Opcodes.LSTORE, pack));
    } else {
      flushHanded(code);
    }
  }

  /** {@code log.flush(width)}: what a twin has handed back, or was never called to take. */
  void flushHanded(InsnList code) {
    code.add(new VarInsnNode(Opcodes.ALOAD, log));
    push(code, width);
    onLog(code, "flush", "(I)V");
  }

  /** In a twin: what was handed over is its own from now on. */
  void receive(InsnList code, int parameter) {
    code.add(new VarInsnNode(Opcodes.ALOAD, log));
    code.add(new VarInsnNode(Opcodes.LLOAD, parameter));
    onLog(code, "receive", "(J)J");
    code.add(new VarInsnNode(Opcodes.LSTORE, pack));
  }

  /** In a twin: {@code log.leave(pack, register + value, width)}. */
  void leave(InsnList code, int value) {
    code.add(new VarInsnNode(Opcodes.ALOAD, log));
    code.add(new VarInsnNode(Opcodes.LLOAD, pack));
    number(code, value);
    push(code, width);
    onLog(code, "leave", "(JII)V");
  }

  private void onLog(InsnList code, String name, String descriptor) {
    code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, runtime.log(), name, descriptor, false));
  }

  private void packing(InsnList code, String name, String descriptor) {
    push(code, width);
    onLog(code, name, descriptor);
    code.add(new VarInsnNode(Opcodes.LSTORE, pack));
  }

  private void number(InsnList code, int value) {
    code.add(new VarInsnNode(Opcodes.ILOAD, register));
    if (value != 0) {
      push(code, value);
      code.add(new InsnNode(Opcodes.IADD));
    }
  }

  /** {@code log.thrown(register)}; without a register the number is 0. */
  void thrown(InsnList code) {
    flush(code);
    receiver(code);
    if (register >= 0) {
      code.add(new VarInsnNode(Opcodes.ILOAD, register));
    } else {
      push(code, 0);
    }
    call(code, "thrown", "I");
  }

  /** {@code log.loop(depth, rounds); rounds = 0}. */
  void loop(InsnList code, int depth) {
    receiver(code);
    push(code, depth);
    code.add(new VarInsnNode(Opcodes.ILOAD, counters + depth));
    call(code, "loop", "II");
    set(code, counters + depth, 0);
  }

  private void receiver(InsnList code) {
    if (log >= 0) {
      code.add(new VarInsnNode(Opcodes.ALOAD, log));
    } else {
      fetchLog(code);
    }
    if (runtime.methodIds()) {
      push(code, methodId);
    }
  }

  private void call(InsnList code, String name, String parameters) {
    String ids = runtime.methodIds() ? "I" : "";
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKEVIRTUAL, runtime.log(), name, "(" + ids + parameters + ")V", false));
  }

  private static void push(InsnList code, int value) {
    if (value >= -1 && value <= 5) {
      code.add(new InsnNode(Opcodes.ICONST_0 + value));
    } else if (value == (byte) value) {
      code.add(new IntInsnNode(Opcodes.BIPUSH, value));
    } else if (value == (short) value) {
      code.add(new IntInsnNode(Opcodes.SIPUSH, value));
    } else {
      code.add(new LdcInsnNode(value));
    }
  }
}
