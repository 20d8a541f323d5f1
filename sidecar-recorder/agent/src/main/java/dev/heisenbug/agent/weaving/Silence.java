package dev.heisenbug.agent.weaving;

import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.InputSites;
import dev.heisenbug.weave.SyncSites;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Knows the instructions that can write nothing to their thread's log: they call nothing,
 * synchronise with nothing and initialise or load no class whose code could.
 */
final class Silence {
  private static final Set<String> VALUES =
      Set.of(
          "java/lang/Math",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Boolean",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/String",
          "java/lang/StringBuilder");

  /** Superclasses whose constructors do nothing. */
  private static final Set<String> EMPTY = Set.of("java/lang/Object", "java/lang/Record");

  private final String owner;
  private final SyncSites sites;
  private final boolean none;

  Silence(String owner, SyncSites sites, Settings settings) {
    this.owner = owner;
    this.sites = sites;
    this.none = settings.loopClocks() || settings.funcClocks() || settings.noise() != 0;
  }

  boolean covers(AbstractInsnNode insn) {
    if (none) {
      return false;
    }
    switch (insn.getOpcode()) {
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKESTATIC:
        return computes((MethodInsnNode) insn);
      case Opcodes.INVOKESPECIAL:
        return constructs((MethodInsnNode) insn);
      case Opcodes.INVOKEINTERFACE:
      case Opcodes.INVOKEDYNAMIC:
      case Opcodes.MONITORENTER:
      case Opcodes.MULTIANEWARRAY:
        return false;
      case Opcodes.GETSTATIC:
      case Opcodes.PUTSTATIC:
        return ((FieldInsnNode) insn).owner.equals(owner) && sites.classify(insn) == null;
      case Opcodes.GETFIELD:
      case Opcodes.PUTFIELD:
        return sites.classify(insn) == null;
      case Opcodes.NEW:
      case Opcodes.ANEWARRAY:
      case Opcodes.CHECKCAST:
      case Opcodes.INSTANCEOF:
        return ofTheJdk(((TypeInsnNode) insn).desc);
      case Opcodes.LDC:
        return !(((LdcInsnNode) insn).cst instanceof ConstantDynamic);
      default:
        return true;
    }
  }

  /** Methods of values, that are given values: nothing of the program's can run inside. */
  private static boolean computes(MethodInsnNode call) {
    if (!VALUES.contains(call.owner) || InputSites.classify(call) != null) {
      return false;
    }
    for (Type type : Type.getArgumentTypes(call.desc)) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT && !VALUES.contains(element.getInternalName())) {
        return false;
      }
    }
    return true;
  }

  private static boolean constructs(MethodInsnNode call) {
    return call.name.equals("<init>") && (EMPTY.contains(call.owner) || computes(call));
  }

  private boolean ofTheJdk(String type) {
    return type.equals(owner) || type.startsWith("java/");
  }
}
