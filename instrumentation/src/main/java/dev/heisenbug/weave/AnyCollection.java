package dev.heisenbug.weave;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What a concurrent collection of the JDK may be declared as: only the receiver of a call tells.
 */
public final class AnyCollection {
  private static final Set<String> TYPES =
      Set.of(
          "java/lang/Iterable",
          "java/util/AbstractCollection",
          "java/util/AbstractMap",
          "java/util/AbstractQueue",
          "java/util/AbstractSet",
          "java/util/Collection",
          "java/util/Deque",
          "java/util/Iterator",
          "java/util/List",
          "java/util/Map",
          "java/util/NavigableMap",
          "java/util/NavigableSet",
          "java/util/Queue",
          "java/util/SequencedCollection",
          "java/util/SequencedMap",
          "java/util/SequencedSet",
          "java/util/Set",
          "java/util/SortedMap",
          "java/util/SortedSet");

  private AnyCollection() {}

  /** Whether it is a call on an object of such a type. */
  public static boolean isCalledBy(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE)
        && TYPES.contains(((MethodInsnNode) insn).owner);
  }
}
