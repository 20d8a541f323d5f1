package dev.heisenbug.weave;

import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tells calls that ask for what threads share from those that compute or ask the world: atomics,
 * locks, collections, and the program's own methods that do nothing but ask.
 */
final class Questions {
  private static final int DEEPEST = 3;
  private static final String[] SHARED = {
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/",
    "java/lang/invoke/VarHandle",
    "java/lang/ref/"
  };

  /** What a waiting thread asks a structure for. */
  private static final Set<String> LOOKS =
      Set.of(
          "isEmpty",
          "size",
          "get",
          "contains",
          "containsKey",
          "peek",
          "peekFirst",
          "peekLast",
          "poll",
          "pollFirst",
          "pollLast",
          "offer",
          "getCount",
          "tryAcquire",
          "availablePermits",
          "remainingCapacity");

  private static final String[] STRUCTURES = {
    "Map", "Set", "List", "Queue", "Deque", "Collection", "Vector", "Latch", "Semaphore"
  };

  private final Function<String, byte[]> classFiles;

  /**
   * @param classFiles finds the program's classes by internal name, null if there is none
   */
  Questions(Function<String, byte[]> classFiles) {
    this.classFiles = classFiles;
  }

  boolean is(MethodInsnNode call) {
    return is(call, 0);
  }

  private boolean is(MethodInsnNode call, int depth) {
    String owner = call.owner;
    if (owner.startsWith("java/")) {
      return owner.equals("java/lang/Thread")
          || startsWithAny(owner) && !counts(call.name)
          || isStructure(owner) && LOOKS.contains(call.name);
    }
    return depth < DEEPEST && asksOnly(call, depth);
  }

  /** Operations of atomics that give something else each time, whatever other threads do. */
  private static boolean counts(String name) {
    return name.contains("Increment")
        || name.startsWith("increment")
        || name.contains("ecrement")
        || name.contains("Add")
        || name.startsWith("add")
        || name.contains("Update")
        || name.startsWith("update")
        || name.contains("ccumulate")
        || name.contains("Bitwise");
  }

  private static boolean startsWithAny(String owner) {
    for (String prefix : SHARED) {
      if (owner.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStructure(String owner) {
    int name = owner.lastIndexOf('/') + 1;
    String folder = owner.substring(0, name);
    if (folder.equals("java/util/") || folder.equals("java/util/concurrent/")) {
      for (String suffix : STRUCTURES) {
        if (owner.endsWith(suffix)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a method of the program, as far as its static owner tells, has no loop and asks. */
  private boolean asksOnly(MethodInsnNode call, int depth) {
    byte[] classFile = classFiles.apply(call.owner);
    if (classFile == null) {
      return false;
    }
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    for (MethodNode method : node.methods) {
      if (method.name.equals(call.name) && method.desc.equals(call.desc)) {
        return asksOnly(method, depth);
      }
    }
    return false;
  }

  private boolean asksOnly(MethodNode method, int depth) {
    Cfg cfg = Cfg.of(method);
    if (cfg.blocks.isEmpty() || cfg.unsupported != null || loops(cfg)) {
      return false;
    }
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof InvokeDynamicInsnNode
          || insn.getOpcode() == Opcodes.PUTFIELD
          || insn.getOpcode() == Opcodes.PUTSTATIC
          || insn instanceof MethodInsnNode && !is((MethodInsnNode) insn, depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean loops(Cfg cfg) {
    for (Block block : cfg.blocks) {
      for (Edge edge : block.out) {
        if (edge.to.index <= block.index) {
          return true;
        }
      }
    }
    return false;
  }
}
