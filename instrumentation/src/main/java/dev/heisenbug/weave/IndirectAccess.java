package dev.heisenbug.weave;

import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls that read or write what others see without an instruction that says so: by reflection, or
 * by {@code sun.misc.Unsafe}, on which queues and caches of many libraries stand.
 */
public final class IndirectAccess {
  private static final String UNSAFE = "sun/misc/Unsafe";
  private static final String REFLECTION = "java/lang/reflect/";

  /** What a method or field made accessible is for all who have the same object. */
  private static final Set<String> ACCESSIBILITY =
      Set.of("setAccessible", "trySetAccessible", "isAccessible", "canAccess");

  private IndirectAccess() {}

  public static boolean isMadeBy(AbstractInsnNode insn) {
    if (!(insn instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode n = (MethodInsnNode) insn;
    if (n.owner.equals(UNSAFE)) {
      return isRaw(n);
    }
    return n.owner.startsWith(REFLECTION) && (ACCESSIBILITY.contains(n.name) || reflects(n));
  }

  /** Whether it is on objects of this class that such calls are made. */
  public static boolean isOwner(String owner) {
    return owner.equals(UNSAFE) || owner.startsWith(REFLECTION);
  }

  /** Whether such a call changes something, if it does what it is asked for. */
  public static boolean changes(String owner, String name) {
    return owner.equals(UNSAFE)
        ? !name.startsWith("get") || name.startsWith("getAnd")
        : name.startsWith("set") || name.startsWith("try");
  }

  private static boolean isRaw(MethodInsnNode n) {
    boolean addressed = n.desc.startsWith("(Ljava/lang/Object;J") || n.desc.startsWith("(J");
    boolean access =
        n.name.startsWith("get") || n.name.startsWith("put") || n.name.startsWith("compareAnd");
    return addressed && (access || n.name.equals("copyMemory") || n.name.equals("setMemory"));
  }

  /** An access by {@code Field} or {@code Array}, or a call that depends on accessibility. */
  private static boolean reflects(MethodInsnNode n) {
    switch (n.owner.substring(REFLECTION.length())) {
      case "Field":
        return n.desc.startsWith("(Ljava/lang/Object;") && getsOrSets(n);
      case "Array":
        return n.desc.startsWith("(Ljava/lang/Object;I") && getsOrSets(n);
      case "Method":
        return n.name.equals("invoke");
      case "Constructor":
        return n.name.equals("newInstance");
      default:
        return false;
    }
  }

  private static boolean getsOrSets(MethodInsnNode n) {
    return n.name.startsWith("get") || n.name.startsWith("set");
  }
}
