package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.Ctl;
import dev.heisenbug.control.rt.Defs;
import dev.heisenbug.weave.ClassFilter;
import dev.heisenbug.weave.PathPlan;
import dev.heisenbug.weave.ResourceLookup;
import dev.heisenbug.weave.SyncSites;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves classes as they are loaded; a class that cannot be woven runs as it is, and is named. */
final class ControlTransformer implements ClassFileTransformer {
  private static final int NO_CODE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;
  private final boolean trace;
  private final boolean paths;
  private final ClassFilter filter;

  ControlTransformer(boolean trace, boolean paths, ClassFilter filter) {
    this.trace = trace;
    this.paths = paths;
    this.filter = filter;
  }

  Level level(String name, ClassLoader loader) {
    return Levels.of(name, filter.accepts(name, loader));
  }

  /**
   * Weaves some classes for nothing, so that everything the weaver stands on is loaded before it is
   * asked about classes that are just being loaded.
   */
  void warmUp() throws java.io.IOException {
    for (String name : new String[] {"java/util/HashMap", "java/lang/Thread", "java/util/Timer"}) {
      try (java.io.InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        byte[] bytes = in.readAllBytes();
        for (Level level : Level.values()) {
          if (level != Level.NONE) {
            weave(null, name, bytes, level, "");
          }
        }
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> c, ProtectionDomain d, byte[] bytes) {
    if (name == null || name.startsWith("dev/heisenbug/control/")) {
      return null;
    }
    Level level = level(name, loader);
    if (level == Level.NONE) {
      return null;
    }
    Ctl.enterAgent();
    try {
      return weave(loader, name, bytes, level, "");
    } catch (MethodTooLargeException e) {
      return retryWithout(loader, name, bytes, level, e.getMethodName() + e.getDescriptor());
    } catch (RuntimeException | LinkageError e) {
      Defs.notWoven(name, e.toString());
      return null;
    } finally {
      Ctl.leaveAgent();
    }
  }

  private byte[] retryWithout(
      ClassLoader loader, String name, byte[] bytes, Level level, String method) {
    Defs.notWoven(name, "method too large when woven: " + method);
    try {
      return weave(loader, name, bytes, level, method);
    } catch (RuntimeException | LinkageError e) {
      Defs.notWoven(name, e.toString());
      return null;
    }
  }

  private byte[] weave(ClassLoader loader, String name, byte[] bytes, Level level, String skip) {
    ClassNode c = new ClassNode();
    ClassReader reader = new ClassReader(bytes);
    reader.accept(c, ClassReader.EXPAND_FRAMES);
    Hierarchy h = new Hierarchy(loader);
    h.learn(c.name, c.superName);
    SyncSites sites = new SyncSites(c, new ResourceLookup(loader));
    boolean changed = false;
    for (MethodNode m : c.methods) {
      if ((m.access & NO_CODE) == 0 && !(m.name + m.desc).equals(skip)) {
        changed |= weave(c, m, level, h, sites);
      }
    }
    if (!changed) {
      return null;
    }
    if (trace && level != Level.RUNTIME && level != Level.LIBRARY_SYNC) {
      Defs.classFile(name, bytes, loader == null ? 0 : 1);
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    c.accept(writer);
    return writer.toByteArray();
  }

  private boolean weave(ClassNode c, MethodNode m, Level level, Hierarchy h, SyncSites sites) {
    boolean begins =
        level != Level.APPLICATION
            && m.name.equals("run")
            && m.desc.equals("()V")
            && "java/lang/Thread".equals(c.superName);
    if (begins) {
      RuntimeWeaver.started(m);
    }
    return weaveBody(c, m, level, h, sites) || begins;
  }

  private boolean weaveBody(
      ClassNode c, MethodNode m, Level level, Hierarchy h, SyncSites sites) {
    switch (level) {
      case RUNTIME:
        return RuntimeWeaver.weave(c, m);
      case LIBRARY_SYNC:
        return SyncWeaver.weave(c, m, h);
      case LIBRARY_DATA:
        if ((m.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
          return false;
        }
        break;
      default:
        break;
    }
    PathPlan plan = paths && level == Level.APPLICATION ? PathPlan.of(c.name, m) : null;
    new MethodWeaver(c, m, level, trace, h, sites).weave(plan);
    return true;
  }
}
