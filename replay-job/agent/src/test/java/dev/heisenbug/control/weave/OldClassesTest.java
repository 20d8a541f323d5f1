package dev.heisenbug.control.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.ClassFilter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Libraries that were compiled for the first JVMs are in use still. */
class OldClassesTest {
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5})
  void classesFromBeforeJava5AreVerifiedWhenWoven(int version) throws Exception {
    for (boolean weak : List.of(false, true)) {
      Weaver weaver = new Weaver(true, true, weak, ClassFilter.of(List.of(), List.of()));
      byte[] woven = weaver.weave(null, "Old", old(version), Level.APPLICATION).code;
      Class<?> linked = new Loader().define(woven);
      assertThat(linked.getDeclaredMethods()).isNotEmpty();
    }
  }

  /** A counter with an initialiser, and a static synchronized method that has a subroutine. */
  private static byte[] old(int version) {
    ClassWriter c = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    c.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Old", null, "java/lang/Object", null);
    c.visitField(Opcodes.ACC_STATIC, "n", "I", null, null);
    MethodVisitor init = c.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    init.visitCode();
    init.visitInsn(Opcodes.ICONST_1);
    init.visitFieldInsn(Opcodes.PUTSTATIC, "Old", "n", "I");
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(0, 0);
    MethodVisitor next =
        c.visitMethod(Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED, "next", "()I", null, null);
    org.objectweb.asm.Label subroutine = new org.objectweb.asm.Label();
    next.visitCode();
    next.visitJumpInsn(Opcodes.JSR, subroutine);
    next.visitFieldInsn(Opcodes.GETSTATIC, "Old", "n", "I");
    next.visitInsn(Opcodes.IRETURN);
    next.visitLabel(subroutine);
    next.visitVarInsn(Opcodes.ASTORE, 0);
    next.visitFieldInsn(Opcodes.GETSTATIC, "Old", "n", "I");
    next.visitInsn(Opcodes.ICONST_1);
    next.visitInsn(Opcodes.IADD);
    next.visitFieldInsn(Opcodes.PUTSTATIC, "Old", "n", "I");
    next.visitVarInsn(Opcodes.RET, 0);
    next.visitMaxs(0, 0);
    c.visitEnd();
    return c.toByteArray();
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(byte[] code) {
      return defineClass("Old", code, 0, code.length);
    }
  }
}
