package dev.heisenbug.agent.weaving;

import dev.heisenbug.agent.rt.LateHandles;
import dev.heisenbug.weave.LooseAtomics;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts calls in place of stores by handles, updaters and atomic arrays that may be late. */
final class HandleDelays {
  /** Local variables that it uses: two for a value, one for an index. */
  static final int LOCALS = 3;

  private static final String HOOKS = "dev/heisenbug/agent/rt/LateHandles";
  private static final String O = "Ljava/lang/Object;";
  private final MethodNode method;
  private final int value;
  private final int index;

  HandleDelays(MethodNode method, int scratch) {
    this.method = method;
    value = scratch;
    index = scratch + 2;
  }

  /**
   * Returns whether the call is one of them, or a load that only the thread's own stores wait for.
   */
  boolean weave(MethodInsnNode call) {
    if (LooseAtomics.loads(call)) {
      load(call);
      return true;
    }
    if (LooseAtomics.stores(call)) {
      store(call);
      return true;
    }
    return false;
  }

  /** Handle and coordinates are on the stack and stay there. */
  private void load(MethodInsnNode call) {
    Type[] at = LooseAtomics.coordinates(call);
    boolean object = isObject(at);
    boolean indexed = at.length > (object ? 1 : 0);
    InsnList code = new InsnList();
    if (indexed) {
      code.add(new VarInsnNode(Opcodes.ISTORE, index));
    }
    code.add(new InsnNode(object ? Opcodes.DUP2 : Opcodes.DUP));
    if (!object) {
      code.add(new InsnNode(Opcodes.ACONST_NULL));
    }
    code.add(indexOrZero(indexed));
    code.add(hook("get", "(" + O + O + "I)V"));
    if (indexed) {
      code.add(new VarInsnNode(Opcodes.ILOAD, index));
    }
    method.instructions.insertBefore(call, code);
  }

  /** Handle, coordinates and value are on the stack. */
  private void store(MethodInsnNode call) {
    Type[] at = LooseAtomics.coordinates(call);
    Type[] args = Type.getArgumentTypes(call.desc);
    Type type = args[args.length - 1];
    boolean object = isObject(at);
    boolean indexed = at.length > (object ? 1 : 0);
    InsnList code = new InsnList();
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), value));
    if (indexed) {
      code.add(new VarInsnNode(Opcodes.ISTORE, index));
    }
    if (!object) {
      code.add(new InsnNode(Opcodes.ACONST_NULL));
    }
    code.add(indexOrZero(indexed));
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), value));
    code.add(new IntInsnNode(Opcodes.BIPUSH, mode(call)));
    method.instructions.insertBefore(call, code);
    String desc = "(" + O + O + "I" + DelayWeaver.widened(type) + "I)V";
    method.instructions.set(call, hook("put", desc));
  }

  private InsnList indexOrZero(boolean indexed) {
    InsnList code = new InsnList();
    if (indexed) {
      code.add(new VarInsnNode(Opcodes.ILOAD, index));
    } else {
      code.add(new InsnNode(Opcodes.ICONST_0));
    }
    return code;
  }

  private static boolean isObject(Type[] coordinates) {
    return coordinates.length > 0 && coordinates[0].getSort() >= Type.ARRAY;
  }

  private static int mode(MethodInsnNode call) {
    if (LooseAtomics.releases(call)) {
      return LateHandles.RELEASE;
    }
    return call.name.equals("setOpaque") ? LateHandles.OPAQUE : LateHandles.PLAIN;
  }

  private static MethodInsnNode hook(String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, name, desc, false);
  }
}
