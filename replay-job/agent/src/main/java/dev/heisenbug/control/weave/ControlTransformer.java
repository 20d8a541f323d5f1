package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.Ctl;
import dev.heisenbug.control.rt.Defs;
import dev.heisenbug.weave.ClassFilter;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Function;

/**
 * Gives classes their woven form as they are loaded; a class that cannot be woven runs as it is,
 * and is named.
 */
final class ControlTransformer implements ClassFileTransformer {
  private final ClassFilter filter;
  private final WovenCache cache;
  private final Function<ClassFilter, Weaver> weavers;
  private Weaver weaver;

  /**
   * @param weavers makes the weaver, if it is needed at all
   */
  ControlTransformer(ClassFilter filter, WovenCache cache, Function<ClassFilter, Weaver> weavers) {
    this.filter = filter;
    this.cache = cache;
    this.weavers = weavers;
  }

  Level level(String name, ClassLoader loader) {
    return Levels.of(name, filter.accepts(name, loader));
  }

  /** The weaver is loaded when it is first needed: often everything was woven before. */
  synchronized Weaver weaver() {
    if (weaver == null) {
      weaver = weavers.apply(filter);
    }
    return weaver;
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
    Ctl.enterWeaver();
    try {
      Woven w = cache.find(loader, name, bytes, level);
      if (w == null) {
        w = weaver().weave(loader, name, bytes, level);
        cache.add(w);
      }
      return define(w, loader);
    } catch (RuntimeException | LinkageError e) {
      Defs.notWoven(name, e.toString());
      return null;
    } finally {
      Ctl.leaveWeaver();
    }
  }

  private byte[] define(Woven w, ClassLoader loader) {
    if (!w.note.isEmpty()) {
      Defs.notWoven(w.name, w.note);
    }
    if (w.code != null) {
      boolean data = w.level == Level.APPLICATION || w.level == Level.LIBRARY_DATA;
      Defs.define(w.defs, w.name, data ? w.original : null, loader == null);
    }
    return w.code;
  }
}
