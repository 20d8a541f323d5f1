package dev.heisenbug.weave;

import java.util.Random;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** Generates methods with arbitrary, also irreducible, control flow, switches and handlers. */
final class RandomMethods implements Opcodes {
  static final String NAME = "dev/heisenbug/weave/Generated";
  private static final String PROBE = "dev/heisenbug/weave/Probe";

  private final Random random;
  private final MethodVisitor code;
  private final Label[] labels;
  private final Label[] handlers;

  /** The first local variable behind the parameters. */
  private int base;

  /** How many methods there are to be called. */
  private int others;

  private RandomMethods(Random random, MethodVisitor code, int blocks, int handlers) {
    this.random = random;
    this.code = code;
    this.labels = labels(blocks);
    this.handlers = labels(handlers);
  }

  private static Label[] labels(int count) {
    Label[] labels = new Label[count];
    for (int i = 0; i < count; i++) {
      labels[i] = new Label();
    }
    return labels;
  }

  /** A class with one method {@code static int run()} of about the given number of blocks. */
  static byte[] generate(long seed, int blocks) {
    Random random = new Random(seed);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(V11, ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "()I", null, null);
    code.visitCode();
    new RandomMethods(random, code, blocks, random.nextInt(3)).body();
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** A class with a method {@code static int run()} and others that call each other. */
  static byte[] generateSeveral(long seed, int blocks, int others) {
    Random random = new Random(seed);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(V11, ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    for (int i = 0; i <= others; i++) {
      String name = i == 0 ? "run" : "other" + i;
      String desc = i == 0 ? "()I" : "(JI)I";
      MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, name, desc, null, null);
      code.visitCode();
      RandomMethods method = new RandomMethods(random, code, blocks, random.nextInt(3));
      method.base = i == 0 ? 0 : 3;
      method.others = others;
      method.body();
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  static ClassNode read(byte[] bytes) {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  private void body() {
    for (int i = 0; i < 3; i++) {
      code.visitInsn(ICONST_0);
      code.visitVarInsn(ISTORE, base + i);
    }
    for (Label handler : handlers) {
      int from = random.nextInt(labels.length);
      if (from + 1 < labels.length) {
        int to = from + 1 + random.nextInt(labels.length - from - 1);
        code.visitTryCatchBlock(labels[from], labels[to], handler, "java/lang/RuntimeException");
      }
    }
    for (int i = 0; i < labels.length; i++) {
      block(i);
    }
    code.visitVarInsn(ILOAD, base + 0);
    code.visitInsn(IRETURN);
    for (Label handler : handlers) {
      code.visitLabel(handler);
      code.visitInsn(POP);
      code.visitIincInsn(base + 0, 7);
      code.visitJumpInsn(GOTO, any());
    }
  }

  private void block(int i) {
    code.visitLabel(labels[i]);
    code.visitIntInsn(SIPUSH, i);
    code.visitMethodInsn(INVOKESTATIC, PROBE, "visit", "(I)V", false);
    code.visitVarInsn(ILOAD, base + 0);
    code.visitIntInsn(BIPUSH, 31);
    code.visitInsn(IMUL);
    code.visitIntInsn(SIPUSH, i);
    code.visitInsn(IADD);
    code.visitVarInsn(ISTORE, base + 0);
    code.visitIincInsn(base + 1, 1);
    if (others > 0 && random.nextInt(4) == 0) {
      code.visitLdcInsn(random.nextLong());
      code.visitVarInsn(ILOAD, base + 1);
      String name = "other" + (1 + random.nextInt(others));
      code.visitMethodInsn(INVOKESTATIC, NAME, name, "(JI)I", false);
      code.visitVarInsn(ISTORE, base + 0);
    }
    switch (random.nextInt(12)) {
      case 0:
        code.visitJumpInsn(GOTO, any());
        break;
      case 1:
        choose(3);
        code.visitTableSwitchInsn(0, 2, any(), any(), any(), any());
        break;
      case 2:
        choose(40);
        code.visitLookupSwitchInsn(any(), new int[] {1, 30}, new Label[] {any(), any()});
        break;
      case 3:
        code.visitVarInsn(ILOAD, base + 0);
        code.visitInsn(IRETURN);
        break;
      case 4:
        code.visitMethodInsn(INVOKESTATIC, PROBE, "mayThrow", "()V", false);
        break;
      case 5:
        code.visitVarInsn(ILOAD, base + 1);
        code.visitIntInsn(BIPUSH, 3);
        code.visitInsn(IAND);
        code.visitJumpInsn(IFEQ, any());
        break;
      case 6:
        code.visitIincInsn(base + 2, 1);
        code.visitVarInsn(ILOAD, base + 2);
        code.visitIntInsn(BIPUSH, 5);
        code.visitJumpInsn(IF_ICMPLT, labels[random.nextInt(i + 1)]);
        break;
      case 7:
        code.visitTypeInsn(NEW, "java/lang/IllegalStateException");
        code.visitInsn(DUP);
        choose(2);
        Label other = new Label();
        code.visitJumpInsn(IFEQ, other);
        code.visitIincInsn(base + 0, 1);
        code.visitLabel(other);
        code.visitMethodInsn(
            INVOKESPECIAL, "java/lang/IllegalStateException", "<init>", "()V", false);
        code.visitInsn(random.nextInt(4) == 0 ? ATHROW : POP);
        break;
      default:
        choose(3);
        code.visitJumpInsn(IFEQ, any());
        break;
    }
  }

  private void choose(int bound) {
    code.visitMethodInsn(INVOKESTATIC, PROBE, "next", "()I", false);
    code.visitIntInsn(BIPUSH, bound);
    code.visitInsn(IREM);
  }

  private Label any() {
    return labels[random.nextInt(labels.length)];
  }
}
