package dev.heisenbug.agent.weaving;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The few methods of the JDK that the recorder listens at: thread life, uncaught errors, exits; and
 * the one that says which methods of a class are to be seen.
 */
public final class JdkHooks {
  /** Internal names of the classes to retransform. */
  public static final String[] CLASSES = {
    "java/lang/Thread",
    "java/lang/VirtualThread",
    "java/lang/Runtime",
    "jdk/internal/reflect/Reflection"
  };

  private static final String RECORDER = "dev/heisenbug/agent/rt/Recorder";
  private static final String METHODS = "[Ljava/lang/reflect/Method;";
  private static final String FILTER = "filterMethods(Ljava/lang/Class;" + METHODS + ")" + METHODS;
  private static final String FAILURES = "dev/heisenbug/agent/rt/Failures";

  private JdkHooks() {}

  static boolean hooks(String name) {
    for (String hooked : CLASSES) {
      if (hooked.equals(name)) {
        return true;
      }
    }
    return false;
  }

  static byte[] weave(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    String owner = reader.getClassName();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, desc, signature, exceptions);
            return new Hooked(method, owner, name + desc);
          }
        },
        0);
    return writer.toByteArray();
  }

  /** Adds calls without branches, so that all frames stay as they are. */
  private static final class Hooked extends MethodVisitor {
    private final String owner;
    private final String method;

    Hooked(MethodVisitor next, String owner, String method) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
      this.method = method;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      switch (owner + "." + method) {
        case "java/lang/Thread.dispatchUncaughtException(Ljava/lang/Throwable;)V":
          visitVarInsn(Opcodes.ALOAD, 0);
          visitVarInsn(Opcodes.ALOAD, 1);
          call(FAILURES, "uncaught", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
          break;
        case "java/lang/Thread.exit()V":
          visitVarInsn(Opcodes.ALOAD, 0);
          call(RECORDER, "ended", "(Ljava/lang/Thread;)V");
          break;
        case "java/lang/VirtualThread.start(Ljdk/internal/vm/ThreadContainer;)V":
          visitVarInsn(Opcodes.ALOAD, 0);
          call(RECORDER, "starting", "(Ljava/lang/Thread;)V");
          break;
        case "java/lang/Runtime.exit(I)V":
        case "java/lang/Runtime.halt(I)V":
          visitVarInsn(Opcodes.ILOAD, 1);
          visitInsn(method.startsWith("halt") ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
          call(FAILURES, "exiting", "(IZ)V");
          break;
        default:
          break;
      }
    }

    @Override
    public void visitMethodInsn(int opcode, String target, String name, String desc, boolean itf) {
      if (owner.equals("java/lang/Thread") && name.equals("start0")) {
        visitVarInsn(Opcodes.ALOAD, 0);
        call(RECORDER, "starting", "(Ljava/lang/Thread;)V");
      }
      super.visitMethodInsn(opcode, target, name, desc, itf);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.RETURN
          && (owner + "." + method).equals("java/lang/VirtualThread.run(Ljava/lang/Runnable;)V")) {
        visitVarInsn(Opcodes.ALOAD, 0);
        call(RECORDER, "ended", "(Ljava/lang/Thread;)V");
      }
      if (opcode == Opcodes.ARETURN && method.equals(FILTER)) {
        String filter = "(" + METHODS + ")" + METHODS;
        call("dev/heisenbug/agent/rt/Reflected", "visible", filter);
      }
      super.visitInsn(opcode);
    }

    private void call(String target, String name, String desc) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, target, name, desc, false);
    }
  }
}
