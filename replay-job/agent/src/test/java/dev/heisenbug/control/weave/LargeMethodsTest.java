package dev.heisenbug.control.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.ClassFilter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Generated parsers have methods that weaving brings to the limits of the class file. */
class LargeMethodsTest {
  /** Woven, an increment of a field is ten times as long, and a jump over these is too long. */
  private static final int LONG_JUMP = 1200;

  /** Woven, these are more than a method may have. */
  private static final int TOO_LARGE = 7500;

  private final Weaver weaver = new Weaver(true, true, false, ClassFilter.of(List.of(), List.of()));

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5})
  void jumpsOfOldClassesAreWidened(int version) throws Exception {
    ClassWriter c = start(version);
    increments(c, "far", LONG_JUMP);
    guarded(c);
    Woven woven = weaver.weave(null, "Large", bytes(c), Level.APPLICATION);
    assertThat(woven.note).isEmpty();
    assertThat(new Loader().define(woven.code).getDeclaredMethods()).hasSize(2);
  }

  @Test
  void everyMethodThatDoesNotFitIsLeftOutAndNamed() throws Exception {
    ClassWriter c = start(Opcodes.V1_5);
    increments(c, "one", TOO_LARGE);
    increments(c, "two", TOO_LARGE);
    increments(c, "small", 1);
    Woven woven = weaver.weave(null, "Large", bytes(c), Level.APPLICATION);
    assertThat(woven.note).contains("one(Z)V").contains("two(Z)V").doesNotContain("small");
    assertThat(new Loader().define(woven.code).getDeclaredMethods()).hasSize(3);
  }

  private static ClassWriter start(int version) {
    ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
    c.visit(version, access, "Large", null, "java/lang/Object", null);
    c.visitField(Opcodes.ACC_STATIC, "n", "I", null, null);
    return c;
  }

  /** A method that jumps over so many increments of a field if its argument is false. */
  private static void increments(ClassWriter c, String name, int count) {
    MethodVisitor m = c.visitMethod(Opcodes.ACC_STATIC, name, "(Z)V", null, null);
    Label end = new Label();
    m.visitCode();
    m.visitVarInsn(Opcodes.ILOAD, 0);
    m.visitJumpInsn(Opcodes.IFEQ, end);
    for (int i = 0; i < count; i++) {
      m.visitFieldInsn(Opcodes.GETSTATIC, "Large", "n", "I");
      m.visitInsn(Opcodes.ICONST_1);
      m.visitInsn(Opcodes.IADD);
      m.visitFieldInsn(Opcodes.PUTSTATIC, "Large", "n", "I");
    }
    m.visitLabel(end);
    m.visitInsn(Opcodes.RETURN);
    m.visitMaxs(0, 0);
  }

  /** A method with a handler. */
  private static void guarded(ClassWriter c) {
    MethodVisitor m = c.visitMethod(Opcodes.ACC_STATIC, "guarded", "()V", null, null);
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    m.visitCode();
    m.visitTryCatchBlock(from, to, handler, null);
    m.visitLabel(from);
    m.visitInsn(Opcodes.ICONST_2);
    m.visitFieldInsn(Opcodes.PUTSTATIC, "Large", "n", "I");
    m.visitLabel(to);
    m.visitInsn(Opcodes.RETURN);
    m.visitLabel(handler);
    m.visitInsn(Opcodes.ATHROW);
    m.visitMaxs(0, 0);
  }

  private static byte[] bytes(ClassWriter c) {
    c.visitEnd();
    return c.toByteArray();
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(byte[] code) throws ClassNotFoundException {
      Class<?> c = defineClass("Large", code, 0, code.length);
      return Class.forName(c.getName(), true, this);
    }
  }
}
