package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Copies a method's code behind two more parameters: a log, and the tokens collected so far. */
final class TwinCopy extends MethodVisitor {
  /** A reference and a long. */
  static final int ADDED_SLOTS = 3;

  private static final int KEPT = Opcodes.ACC_STATIC | Opcodes.ACC_STRICT;

  private final int parameters;
  private final String log;

  private TwinCopy(MethodNode twin, int parameters, String log) {
    super(Opcodes.ASM9, twin);
    this.parameters = parameters;
    this.log = log;
  }

  /**
   * The name stays, so that stack traces do; it is private, so that no subclass nor the version of
   * a serialised class sees it.
   */
  static MethodNode of(MethodNode method, String log) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | method.access & KEPT;
    String[] exceptions = method.exceptions.toArray(new String[0]);
    MethodNode twin =
        new MethodNode(access, method.name, descriptor(method.desc, log), null, exceptions);
    method.accept(new TwinCopy(twin, slots(method.access, method.desc), log));
    return twin;
  }

  static String descriptor(String original, String log) {
    int end = original.indexOf(')');
    return original.substring(0, end) + "L" + log + ";J" + original.substring(end);
  }

  /** How many local variables the parameters take. */
  static int slots(int access, String descriptor) {
    int sizes = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
    return (access & Opcodes.ACC_STATIC) != 0 ? sizes - 1 : sizes;
  }

  /** Whether there is room for the parameters, and no variable on both sides of their place. */
  static boolean possible(MethodNode method) {
    int slots = slots(method.access, method.desc);
    if (slots + ADDED_SLOTS > 255) {
      return false;
    }
    for (AbstractInsnNode insn : method.instructions) {
      int opcode = insn.getOpcode();
      boolean wide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
      if (wide && ((VarInsnNode) insn).var == slots - 1) {
        return false;
      }
    }
    return true;
  }

  private int shifted(int local) {
    return local < parameters ? local : local + ADDED_SLOTS;
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    super.visitVarInsn(opcode, shifted(local));
  }

  @Override
  public void visitIincInsn(int local, int increment) {
    super.visitIincInsn(shifted(local), increment);
  }

  @Override
  public void visitLocalVariable(
      String name, String descriptor, String signature, Label start, Label end, int index) {
    super.visitLocalVariable(name, descriptor, signature, start, end, shifted(index));
  }

  @Override
  public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
    List<Object> types = new ArrayList<>();
    int slots = 0;
    int next = 0;
    while (slots < parameters) {
      Object known = next < count ? local[next++] : Opcodes.TOP;
      types.add(known);
      slots += known == Opcodes.LONG || known == Opcodes.DOUBLE ? 2 : 1;
    }
    types.add(log);
    types.add(Opcodes.LONG);
    types.addAll(Arrays.asList(local).subList(next, count));
    super.visitFrame(type, types.size(), types.toArray(), stackCount, stack);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack, maxLocals + ADDED_SLOTS);
  }

  @Override
  public void visitParameter(String name, int access) {}

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return null;
  }

  @Override
  public void visitAnnotableParameterCount(int count, boolean visible) {}

  @Override
  public AnnotationVisitor visitParameterAnnotation(int at, String descriptor, boolean visible) {
    return null;
  }

  @Override
  public AnnotationVisitor visitTypeAnnotation(
      int reference, TypePath path, String descriptor, boolean visible) {
    return null;
  }

  @Override
  public AnnotationVisitor visitLocalVariableAnnotation(
      int reference,
      TypePath path,
      Label[] start,
      Label[] end,
      int[] index,
      String descriptor,
      boolean visible) {
    return null;
  }
}
