package dev.heisenbug.agent.weaving;

import dev.heisenbug.agent.rt.Noise;
import dev.heisenbug.agent.rt.Overhead;
import dev.heisenbug.agent.rt.Recorder;
import dev.heisenbug.agent.rt.Session;
import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.ClassFilter;
import dev.heisenbug.weave.ClassLookup;
import dev.heisenbug.weave.LibraryData;
import dev.heisenbug.weave.ResourceLookup;
import java.lang.instrument.ClassFileTransformer;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/** Weaves application classes as they are loaded; what cannot be woven runs unchanged. */
public final class RecordTransformer implements ClassFileTransformer {
  private final Settings settings;

  /** Kept here: to ask for it is to use a map, which may delay itself. */
  private final boolean noisy;

  private final boolean network;
  private final ClassFilter filter;
  private final WovenClasses cache;
  private final Map<ClassLoader, ClassLookup> lookups =
      Collections.synchronizedMap(new WeakHashMap<>());

  public RecordTransformer(Settings settings) {
    this.settings = settings;
    this.noisy = settings.noise() != 0;
    this.network = settings.network();
    this.filter = ClassFilter.of(settings.list("include"), settings.list("exclude"));
    this.cache = WovenClasses.of(settings);
  }

  /** Tells loops of the program that only another thread can end. */
  public Predicate<StackTraceElement[]> waitingLoops() {
    return new LoopFacts(
        () -> {
          synchronized (lookups) {
            return lookups.keySet().toArray(new ClassLoader[0]);
          }
        });
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (name == null) {
      return null;
    }
    boolean hushed = noisy && Noise.hush();
    long before = System.nanoTime();
    try {
      return loader == null
          ? ofJdk(name, redefined != null, bytes)
          : ofProgram(loader, name, bytes);
    } finally {
      Overhead.wove(System.nanoTime() - before);
      if (hushed) {
        Noise.resume();
      }
    }
  }

  private byte[] ofProgram(ClassLoader loader, String name, byte[] bytes) {
    if (!filter.accepts(name, loader)) {
      return null;
    }
    CRC32 crc = new CRC32();
    crc.update(bytes);
    String note;
    byte[] woven = null;
    try {
      ClassLookup lookup = lookups.computeIfAbsent(loader, RecordTransformer::lookup);
      if (lookup == ClassLookup.NONE) {
        note = "!its class loader does not see the boot loader's classes";
      } else {
        WovenClasses.Woven result = weave(name, bytes, lookup);
        woven = result.bytes;
        note = result.note;
      }
    } catch (Throwable failure) {
      note = "!" + String.valueOf(failure).replace('\n', ' ').replace('\t', ' ');
    }
    Session.classSeen(name.replace('/', '.'), crc.getValue(), bytes.length, note);
    return woven;
  }

  private WovenClasses.Woven weave(String name, byte[] bytes, ClassLookup lookup) {
    WovenClasses.Woven found = cache.find(name, bytes);
    if (found != null) {
      return found;
    }
    RecordWeaver weaver = new RecordWeaver(settings, lookup);
    byte[] woven = weaver.weave(bytes);
    return cache.keep(name, bytes, woven, weaver.note());
  }

  private byte[] ofJdk(String name, boolean loaded, byte[] bytes) {
    boolean socket = network && SocketHooks.hooks(name);
    boolean hooked = socket || JdkHooks.hooks(name);
    if (hooked ? !loaded : !noisy || !LibraryData.covers(name)) {
      return null;
    }
    WovenClasses.Woven found = cache.find(name, bytes);
    if (found == null) {
      byte[] woven =
          socket
              ? SocketHooks.weave(bytes)
              : hooked ? JdkHooks.weave(bytes) : LibraryNoise.weave(bytes);
      found = cache.keep(name, bytes, woven, "");
    }
    return found.bytes;
  }

  /**
   * A lookup that does not keep its loader, the key of the weak map, alive; none for a loader whose
   * classes could not call the recorder.
   */
  private static ClassLookup lookup(ClassLoader loader) {
    try {
      if (Class.forName(Recorder.class.getName(), false, loader) != Recorder.class) {
        return ClassLookup.NONE;
      }
    } catch (ClassNotFoundException | LinkageError unseen) {
      return ClassLookup.NONE;
    }
    WeakReference<ClassLoader> reference = new WeakReference<>(loader);
    return new ResourceLookup(
        path -> {
          ClassLoader alive = reference.get();
          return alive == null ? null : alive.getResourceAsStream(path);
        });
  }
}
