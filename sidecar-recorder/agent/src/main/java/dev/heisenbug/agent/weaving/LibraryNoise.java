package dev.heisenbug.agent.weaving;

import dev.heisenbug.weave.LibraryData;
import dev.heisenbug.weave.NoisePlace;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

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
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    for (MethodNode method : node.methods) {
      if (LibraryData.computes(node.name) && LibraryData.isReplaceable(method)) {
        continue;
      }
      AbstractInsnNode[] original = method.instructions.toArray();
      for (int i = 0; i < original.length; i++) {
        if (RecordWeaver.accesses(original[i])) {
          int place = NoisePlace.of(node.name, method.name, method.desc, i);
          method.instructions.insertBefore(original[i], point(place));
        }
      }
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static InsnList point(int place) {
    InsnList code = new InsnList();
    code.add(new IntInsnNode(Opcodes.SIPUSH, place));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "dev/heisenbug/agent/rt/Noise", "library", "(I)V", false));
    return code;
  }
}
