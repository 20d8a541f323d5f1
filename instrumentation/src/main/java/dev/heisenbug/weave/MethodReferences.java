package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns references to methods of the JDK, such as {@code list::add}, into lambdas: the call is then
 * made by a method of the class itself, where weavers see it.
 *
 * <p>Recorder, controlled run and analyzer all do this before anything else, so that they speak of
 * the same methods.
 */
public final class MethodReferences {
  /** What the names of the methods made here contain. */
  public static final String MARK = "$heisenbug$";

  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final int SERIALIZABLE = 1;
  private static final int IMPLEMENTATION = 1;
  private static final int FLAGS = 3;
  private final ClassNode node;
  private final List<MethodNode> added = new ArrayList<>();

  private MethodReferences(ClassNode node) {
    this.node = node;
  }

  /** Changes the class in place; its instructions keep their places. */
  public static void desugar(ClassNode node) {
    if ((node.version & 0xFFFF) < Opcodes.V1_8) {
      return;
    }
    MethodReferences references = new MethodReferences(node);
    for (MethodNode method : node.methods) {
      int line = 0;
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof LineNumberNode) {
          line = ((LineNumberNode) insn).line;
        } else if (insn instanceof InvokeDynamicInsnNode) {
          references.desugar((InvokeDynamicInsnNode) insn, method.name, line);
        }
      }
    }
    node.methods.addAll(references.added);
  }

  private void desugar(InvokeDynamicInsnNode site, String in, int line) {
    if (!site.bsm.getOwner().equals(FACTORY) || isSerializable(site)) {
      return;
    }
    Handle target = (Handle) site.bsmArgs[IMPLEMENTATION];
    int opcode = callOf(target.getTag());
    if (opcode < 0 || !target.getOwner().startsWith("java/")) {
      return;
    }
    Type[] captured = Type.getArgumentTypes(site.desc);
    List<Type> parameters = new ArrayList<>();
    if (opcode != Opcodes.INVOKESTATIC) {
      // A bound receiver must have the very type with which it was captured.
      parameters.add(captured.length > 0 ? captured[0] : Type.getObjectType(target.getOwner()));
    }
    parameters.addAll(List.of(Type.getArgumentTypes(target.getDesc())));
    Type result = Type.getReturnType(target.getDesc());
    boolean inInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
    String name = "lambda$" + in.replaceAll("[<>]", "") + MARK + added.size();
    String desc = Type.getMethodDescriptor(result, parameters.toArray(new Type[0]));
    MethodNode method = call(name, desc, opcode, target, parameters, result);
    if (line > 0) {
      LabelNode start = new LabelNode();
      method.instructions.insert(new LineNumberNode(line, start));
      method.instructions.insert(start);
    }
    added.add(method);
    site.bsmArgs[IMPLEMENTATION] =
        new Handle(Opcodes.H_INVOKESTATIC, node.name, name, desc, inInterface);
  }

  private static MethodNode call(
      String name, String desc, int opcode, Handle target, List<Type> parameters, Type result) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodNode method = new MethodNode(access, name, desc, null, null);
    int slot = 0;
    for (Type parameter : parameters) {
      method.instructions.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), slot));
      slot += parameter.getSize();
    }
    method.instructions.add(
        new MethodInsnNode(
            opcode, target.getOwner(), target.getName(), target.getDesc(), target.isInterface()));
    method.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    method.maxLocals = slot;
    method.maxStack = Math.max(slot, result.getSize());
    return method;
  }

  private static int callOf(int tag) {
    switch (tag) {
      case Opcodes.H_INVOKEVIRTUAL:
        return Opcodes.INVOKEVIRTUAL;
      case Opcodes.H_INVOKEINTERFACE:
        return Opcodes.INVOKEINTERFACE;
      case Opcodes.H_INVOKESTATIC:
        return Opcodes.INVOKESTATIC;
      default:
        return -1;
    }
  }

  private static boolean isSerializable(InvokeDynamicInsnNode site) {
    return site.bsm.getName().equals("altMetafactory")
        && ((Integer) site.bsmArgs[FLAGS] & SERIALIZABLE) != 0;
  }
}
