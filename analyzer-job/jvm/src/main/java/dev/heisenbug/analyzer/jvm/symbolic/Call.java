package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** A call instruction in progress: its operands, and what came back so far. */
final class Call {
  final AbstractInsnNode insn;
  final String owner;
  final String name;
  final String desc;
  final Val receiver;
  final Val[] args;

  /** The woven method it calls was entered. */
  boolean entered;

  /** What the entered method returned, once it has; null for void. */
  Val returned;

  boolean hasReturned;

  /** What the last callback from library code returned. */
  Val callbackResult;

  /** The receiver is a lambda and the callback was its method: the call returns what it returns. */
  boolean isLambda;

  /** Object number of the receiver, where the agent announced a synchronising operation. */
  int operation = -1;

  /** Number of events before the announced operation began. */
  int began;

  private int named;

  /** State the model of an operation keeps between its start and its end. */
  Object model;

  private Call(AbstractInsnNode insn, String owner, String name, String desc, Val r, Val[] args) {
    this.insn = insn;
    this.owner = owner;
    this.name = name;
    this.desc = desc;
    this.receiver = r;
    this.args = args;
  }

  /** Takes the operands of the call at which the frame stands from its stack. */
  static Call arrive(Frame f) {
    AbstractInsnNode n = f.code.insns[f.pc];
    boolean indy = n instanceof InvokeDynamicInsnNode;
    String desc = indy ? ((InvokeDynamicInsnNode) n).desc : ((MethodInsnNode) n).desc;
    Val[] args = new Val[Type.getArgumentCount(desc)];
    for (int i = args.length - 1; i >= 0; i--) {
      args[i] = f.pop();
    }
    if (indy) {
      InvokeDynamicInsnNode d = (InvokeDynamicInsnNode) n;
      return new Call(n, d.bsm.getOwner(), d.name, desc, null, args);
    }
    MethodInsnNode m = (MethodInsnNode) n;
    Val receiver = n.getOpcode() == Opcodes.INVOKESTATIC ? null : f.pop();
    return new Call(n, m.owner, m.name, desc, receiver, args);
  }

  boolean isDynamic() {
    return insn instanceof InvokeDynamicInsnNode;
  }

  boolean isStatic() {
    return insn.getOpcode() == Opcodes.INVOKESTATIC;
  }

  boolean isConstructor() {
    return name.equals("<init>");
  }

  /** How many reference arguments {@link #nextReference} has still to give. */
  int references() {
    int n = 0;
    for (int i = named; i < args.length; i++) {
      n += args[i].sort == Sort.REF ? 1 : 0;
    }
    return n;
  }

  /** The next reference argument, in order, or null. */
  Val nextReference() {
    while (named < args.length) {
      Val v = args[named++];
      if (v.sort == Sort.REF) {
        return v;
      }
    }
    return null;
  }

  String member() {
    return owner + "." + name;
  }

  /** Receiver, if there is one, and arguments. */
  List<Val> values() {
    List<Val> result = new ArrayList<>(args.length + 1);
    if (receiver != null) {
      result.add(receiver);
    }
    result.addAll(List.of(args));
    return result;
  }

  boolean hasSymbolicOperand() {
    for (Val v : args) {
      if (v.isSymbolic() || v.isLost()) {
        return true;
      }
    }
    return receiver != null && (receiver.isSymbolic() || receiver.isLost());
  }

  /** Class and method, for people. */
  String shortName() {
    return owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
  }
}
