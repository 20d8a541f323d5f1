package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.ClassDefs;
import dev.heisenbug.control.rt.Defs;
import dev.heisenbug.weave.ClassFilter;
import dev.heisenbug.weave.Frames;
import dev.heisenbug.weave.LibraryData;
import dev.heisenbug.weave.MethodReferences;
import dev.heisenbug.weave.PathPlan;
import dev.heisenbug.weave.ResourceLookup;
import dev.heisenbug.weave.SyncSites;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves whole classes; a method that does not fit is left as it is, and named. */
final class Weaver {
  private static final int NO_CODE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;
  private final boolean trace;
  private final boolean paths;
  private final boolean weak;
  private final ClassFilter filter;

  /**
   * @param weak whether stores may be delayed
   * @param filter tells the program's classes, for calls that leave them
   */
  Weaver(boolean trace, boolean paths, boolean weak, ClassFilter filter) {
    this.trace = trace;
    this.paths = paths;
    this.weak = weak;
    this.filter = filter;
  }

  /**
   * Weaves some classes for nothing, so that everything the weaver stands on is loaded before it is
   * asked about classes that are just being loaded.
   */
  void warmUp() throws IOException {
    for (String name : new String[] {"java/util/HashMap", "java/lang/Thread", "java/util/Timer"}) {
      try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        byte[] bytes = in.readAllBytes();
        for (Level level : Level.values()) {
          if (level != Level.NONE) {
            weave(null, name, bytes, level);
          }
        }
      }
    }
  }

  Woven weave(ClassLoader loader, String name, byte[] bytes, Level level) {
    Set<String> skipped = new LinkedHashSet<>();
    while (true) {
      try {
        return weave(loader, name, bytes, level, skipped);
      } catch (MethodTooLargeException e) {
        if (!skipped.add(e.getMethodName() + e.getDescriptor())) {
          throw e;
        }
      }
    }
  }

  /**
   * @param skipped methods, with their descriptors, that do not fit when woven
   */
  private Woven weave(
      ClassLoader loader, String name, byte[] bytes, Level level, Set<String> skipped) {
    ClassNode c = new ClassNode();
    ClassReader reader = new ClassReader(bytes);
    reader.accept(c, ClassReader.EXPAND_FRAMES);
    if ((c.version & 0xffff) < Opcodes.V1_5) {
      // Hooks are given classes as constants, which Java 5 was the first to have.
      c.version = Opcodes.V1_5;
    }
    if (level == Level.APPLICATION) {
      MethodReferences.desugar(c);
    }
    Resources resources = new Resources(loader);
    Hierarchy h = new Hierarchy(resources);
    h.learn(c.name, c.superName);
    SyncSites sites = new SyncSites(c, new ResourceLookup(resources));
    Fences fences = weak ? new Fences(c, loader, filter, resources) : null;
    ClassDefs defs = Defs.reserve(level != Level.APPLICATION, c.methods.size(), mostSites(c));
    boolean changed = false;
    boolean computes = level == Level.LIBRARY_DATA && LibraryData.computes(c.name);
    for (MethodNode m : c.methods) {
      boolean replaced = computes && LibraryData.isReplaceable(m);
      if ((m.access & NO_CODE) == 0 && !replaced && !skipped.contains(m.name + m.desc)) {
        changed |= weave(c, m, level, h, sites, defs, fences);
      }
    }
    byte[] code = null;
    if (changed) {
      Frames.dropFromOld(c);
      // With the old constant pool in front the JVM need not search it for every entry.
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      c.accept(writer);
      code = writer.toByteArray();
    }
    String note =
        skipped.isEmpty() ? "" : "method too large when woven: " + String.join(", ", skipped);
    return new Woven(name, level, bytes, code, defs, note, List.copyOf(resources.seen()));
  }

  /** An instruction has one site at most, and the entry of a method a few more. */
  private static int mostSites(ClassNode c) {
    int sites = 8 * c.methods.size();
    for (MethodNode m : c.methods) {
      sites += m.instructions.size();
    }
    return sites;
  }

  private boolean weave(
      ClassNode c,
      MethodNode m,
      Level level,
      Hierarchy h,
      SyncSites sites,
      ClassDefs defs,
      Fences fences) {
    boolean begins =
        level != Level.APPLICATION
            && m.name.equals("run")
            && m.desc.equals("()V")
            && "java/lang/Thread".equals(c.superName);
    if (begins) {
      RuntimeWeaver.started(m);
    }
    boolean changed = weaveBody(c, m, level, h, sites, defs, fences) || begins;
    if (changed) {
      Frames.repair(m);
    }
    return changed;
  }

  private boolean weaveBody(
      ClassNode c,
      MethodNode m,
      Level level,
      Hierarchy h,
      SyncSites sites,
      ClassDefs defs,
      Fences fences) {
    switch (level) {
      case RUNTIME:
        return RuntimeWeaver.weave(c, m);
      case SOCKETS:
        return SocketWeaver.weave(c, m, defs);
      case LIBRARY_SYNC:
        return SyncWeaver.weave(c, m, h, defs);
      default:
        break;
    }
    PathPlan plan = paths && level == Level.APPLICATION ? PathPlan.of(c.name, m) : null;
    new MethodWeaver(c, m, level, trace, h, sites, defs, fences).weave(plan);
    if (level == Level.LIBRARY_DATA) {
      m.instructions.forEach(SyncWeaver::clock);
    }
    return true;
  }
}
