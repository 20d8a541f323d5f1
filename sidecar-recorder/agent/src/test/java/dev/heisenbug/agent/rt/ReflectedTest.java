package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Of a class's methods only those that are given a log are hidden, and only synthetic ones. */
class ReflectedTest {
  private static final String LOG = "Ldev/heisenbug/agent/rt/Log;";

  @Test
  void methodsThatAreGivenALogAreHidden() throws Exception {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Woven", null, "java/lang/Object", null);
    int added = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    method(writer, Opcodes.ACC_STATIC, "own", "(I)V");
    method(writer, Opcodes.ACC_STATIC, "own", "(" + LOG + "J)V");
    method(writer, added, "lambda", "(JJ)V");
    method(writer, added, "step", "(I" + LOG + "J)V");
    method(writer, added, "step", "(" + LOG + "J)V");
    writer.visitEnd();
    Method[] all = new Loader().define(writer.toByteArray()).getDeclaredMethods();
    assertThat(all).hasSize(5);
    assertThat(Reflected.visible(all))
        .hasSize(3)
        .extracting(Method::getName)
        .containsExactlyInAnyOrder("own", "own", "lambda");
    Method[] untouched = String.class.getDeclaredMethods();
    assertThat(Reflected.visible(untouched)).isSameAs(untouched);
  }

  private static void method(ClassWriter writer, int access, String name, String descriptor) {
    MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
    code.visitCode();
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(ReflectedTest.class.getClassLoader());
    }

    Class<?> define(byte[] bytes) {
      return defineClass(null, bytes, 0, bytes.length);
    }
  }
}
