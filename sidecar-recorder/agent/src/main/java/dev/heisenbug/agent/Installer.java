package dev.heisenbug.agent;

import dev.heisenbug.agent.rt.Delays;
import dev.heisenbug.agent.rt.Noise;
import dev.heisenbug.agent.rt.Session;
import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.agent.rt.Watchdog;
import dev.heisenbug.agent.weaving.JdkHooks;
import dev.heisenbug.agent.weaving.LibraryNoise;
import dev.heisenbug.agent.weaving.RecordTransformer;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/** Opens the recording and installs the weaver. */
final class Installer {
  private Installer() {}

  static void install(String options, Instrumentation instrumentation) throws Exception {
    Settings settings = Settings.parse(options);
    settings.mode();
    Noise.configure(settings.noise());
    Delays.configure(settings.delays());
    RecordTransformer transformer = new RecordTransformer(settings);
    Watchdog.waitingLoops(transformer.waitingLoops());
    Session.open(settings, String.join(" ", JdkHooks.CLASSES));
    instrumentation.addTransformer(transformer, true);
    List<Class<?>> hooked = new ArrayList<>();
    for (String name : JdkHooks.CLASSES) {
      try {
        hooked.add(Class.forName(name.replace('/', '.'), false, null));
      } catch (ClassNotFoundException olderJdk) {
        // Virtual threads came later; everything else exists in every supported JDK.
      }
    }
    if (settings.noise() != 0) {
      hooked.addAll(LibraryNoise.loaded(instrumentation));
    }
    instrumentation.retransformClasses(hooked.toArray(new Class<?>[0]));
  }
}
