package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.Classes;
import dev.heisenbug.control.rt.Control;
import dev.heisenbug.control.rt.Hashes;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Entry of the agent that runs a program under the controlled scheduler. */
public final class ControlAgent {
  private ControlAgent() {}

  /**
   * Called by the JVM before the program's main; {@code args} is the path of the run's settings.
   */
  public static void premain(String args, Instrumentation inst) throws Exception {
    Settings settings = Settings.read(args);
    // As plans are read, though not every run has one: what is done for the first time asks for
    // identity hashes, and the program must find the same done in every run.
    Files.readAllLines(Path.of(args)).get(0).split("\t");
    Module base = Object.class.getModule();
    Set<Module> us = Set.of(Control.class.getModule());
    inst.redefineModule(
        base,
        Set.of(),
        Map.of("jdk.internal.misc", us, "jdk.internal.access", us),
        Map.of("sun.nio.ch", us),
        Set.of(),
        Map.of());
    Classes.bind();
    Hashes.bind();
    Hashes.nameAll(inst);
    // What describes a stuck run must not be initialised when it is stuck.
    new Throwable().getStackTrace();
    WovenCache cache = settings.cache();
    ControlTransformer transformer =
        new ControlTransformer(
            settings.filter(),
            cache,
            filter -> new Weaver(settings.trace(), settings.compares(), settings.weak(), filter));
    boolean first = cache.foundation() == null || !load(cache.foundation());
    if (first) {
      transformer.weaver().warmUp();
    }
    Control.prepare(settings.asMap());
    OwnClasses.load();
    Hashes.nameAll(inst);
    inst.addTransformer(transformer, true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> c : inst.getAllLoadedClasses()) {
      ClassLoader loader = c.getClassLoader();
      if (!c.isArray()
          && (loader != null || Jdk.owns(c.getName().replace('.', '/')))
          && transformer.level(c.getName().replace('.', '/'), loader) != Level.NONE
          && inst.isModifiableClass(c)) {
        loaded.add(c);
      }
    }
    inst.retransformClasses(loaded.toArray(new Class<?>[0]));
    if (first) {
      cache.foundation(names(loaded));
      cache.run();
    }
    Control.atEnd(cache);
    Hashes.nameAll(inst);
    Control.begin();
  }

  /**
   * Loads what the weaver stands on: a class that is first loaded inside the transformer would not
   * be woven itself, which must not depend on whether the weaver has something to do.
   */
  private static boolean load(List<String> names) {
    try {
      for (String name : names) {
        Class.forName(name, false, null);
      }
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static List<String> names(List<Class<?>> classes) {
    List<String> names = new ArrayList<>();
    for (Class<?> c : classes) {
      if (c.getClassLoader() == null) {
        names.add(c.getName());
      }
    }
    return names;
  }
}
