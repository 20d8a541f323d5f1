package dev.heisenbug.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Knows which accesses make no difference to other threads, wherever they come. */
public final class FinalFields {
  private FinalFields() {}

  /** Final fields of the class itself never change once seen; others may be anything. */
  public static boolean isConstant(ClassNode owner, MethodNode method, FieldInsnNode access) {
    if (!access.owner.equals(owner.name)) {
      return false;
    }
    for (FieldNode f : owner.fields) {
      if (f.name.equals(access.name) && f.desc.equals(access.desc)) {
        return (f.access & Opcodes.ACC_FINAL) != 0
            && !method.name.equals("<init>")
            && !method.name.equals("<clinit>");
      }
    }
    return false;
  }
}
