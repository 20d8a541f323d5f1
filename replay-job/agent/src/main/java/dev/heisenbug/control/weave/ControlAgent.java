package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.Classes;
import dev.heisenbug.control.rt.Control;
import java.lang.instrument.Instrumentation;
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
    Module base = Object.class.getModule();
    inst.redefineModule(
        base,
        Set.of(),
        Map.of("jdk.internal.misc", Set.of(Control.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    Classes.bind();
    ControlTransformer transformer =
        new ControlTransformer(settings.trace(), settings.compares(), settings.filter());
    transformer.warmUp();
    Control.prepare(settings.asMap());
    inst.addTransformer(transformer, true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> c : inst.getAllLoadedClasses()) {
      if (!c.isArray()
          && inst.isModifiableClass(c)
          && transformer.level(c.getName().replace('.', '/'), c.getClassLoader()) != Level.NONE) {
        loaded.add(c);
      }
    }
    inst.retransformClasses(loaded.toArray(new Class<?>[0]));
    Control.begin();
  }
}
