package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Recognises calls whose result is an input: an int, a long, a double, or an object made of such;
 * floats and booleans are left out because their draws are rare. Some are constructor calls without
 * arguments instead, to which a value can be given ({@link InputKind#isArgument}).
 */
public final class InputSites {
  private InputSites() {}

  /** The kind of input that this instruction takes in, or null. */
  public static InputKind classify(AbstractInsnNode insn) {
    if (!(insn instanceof MethodInsnNode)) {
      return null;
    }
    MethodInsnNode call = (MethodInsnNode) insn;
    switch (call.owner) {
      case "java/lang/System":
        return ofSystem(call.name);
      case "java/lang/Math":
      case "java/lang/StrictMath":
        return call.name.equals("random") ? InputKind.MATH_RANDOM : null;
      case "java/util/Random":
        return constructs(call) ? InputKind.RANDOM_SEED : null;
      case "java/util/Date":
        return constructs(call) ? InputKind.DATE : null;
      case "java/util/UUID":
        return call.name.equals("randomUUID") ? InputKind.UUID : null;
      case "java/time/Instant":
        return call.name.equals("now") && call.desc.startsWith("()") ? InputKind.INSTANT : null;
      case "java/security/SecureRandom":
        boolean secure = call.name.startsWith("next") && numeric(call.desc);
        return secure ? InputKind.SECURE_RANDOM : null;
      case "java/util/concurrent/ThreadLocalRandom":
        boolean draws = call.name.startsWith("next") && numeric(call.desc);
        return draws ? InputKind.THREAD_LOCAL_RANDOM : null;
      case "java/lang/Runtime":
        return ofRuntime(call.name);
      default:
        return null;
    }
  }

  private static InputKind ofSystem(String name) {
    switch (name) {
      case "nanoTime":
        return InputKind.NANO_TIME;
      case "currentTimeMillis":
        return InputKind.CURRENT_TIME_MILLIS;
      case "identityHashCode":
        return InputKind.IDENTITY_HASH_CODE;
      default:
        return null;
    }
  }

  private static InputKind ofRuntime(String name) {
    switch (name) {
      case "availableProcessors":
        return InputKind.AVAILABLE_PROCESSORS;
      case "freeMemory":
      case "totalMemory":
      case "maxMemory":
        return InputKind.MEMORY;
      default:
        return null;
    }
  }

  private static boolean numeric(String desc) {
    return desc.endsWith(")I") || desc.endsWith(")J") || desc.endsWith(")D");
  }

  /** The constructor call belongs to a {@code new}, not to a subclass's {@code super()}. */
  private static boolean constructs(MethodInsnNode call) {
    if (!call.name.equals("<init>") || !call.desc.equals("()V")) {
      return false;
    }
    AbstractInsnNode insn = call.getPrevious();
    while (insn != null && insn.getOpcode() < 0) {
      insn = insn.getPrevious();
    }
    return insn != null && insn.getOpcode() == Opcodes.DUP;
  }
}
