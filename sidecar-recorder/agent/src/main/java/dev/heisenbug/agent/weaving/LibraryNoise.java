package dev.heisenbug.agent.weaving;

import dev.heisenbug.agent.rt.Noise;
import dev.heisenbug.weave.LibraryData;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Lets the JDK's data structures delay, too: two threads seldom meet inside one by themselves. */
public final class LibraryNoise {
  private LibraryNoise() {}

  /** The classes to weave that are there already. */
  public static List<Class<?>> loaded(Instrumentation instrumentation) {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null
          && !type.isArray()
          && LibraryData.covers(type.getName().replace('.', '/'))
          && instrumentation.isModifiableClass(type)) {
        found.add(type);
      }
    }
    return found;
  }

  static byte[] weave(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    long owner = reader.getClassName().hashCode();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          private long place = owner << 32;

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, desc, signature, exceptions);
            return new MethodVisitor(Opcodes.ASM9, method) {
              @Override
              public void visitFieldInsn(int opcode, String owner, String field, String type) {
                point();
                super.visitFieldInsn(opcode, owner, field, type);
              }

              @Override
              public void visitInsn(int opcode) {
                if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
                    || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                  point();
                }
                super.visitInsn(opcode);
              }

              private void point() {
                super.visitIntInsn(Opcodes.SIPUSH, Noise.place(place++));
                super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "dev/heisenbug/agent/rt/Noise", "library", "(I)V", false);
              }
            };
          }
        },
        0);
    return writer.toByteArray();
  }
}
