package dev.heisenbug.agent;

import dev.heisenbug.agent.rt.Delays;
import dev.heisenbug.agent.rt.Network;
import dev.heisenbug.agent.rt.Noise;
import dev.heisenbug.agent.rt.Session;
import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.agent.rt.Watchdog;
import dev.heisenbug.agent.weaving.JdkHooks;
import dev.heisenbug.agent.weaving.LibraryNoise;
import dev.heisenbug.agent.weaving.RecordTransformer;
import dev.heisenbug.agent.weaving.SocketHooks;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    load(JdkHooks.CLASSES, hooked);
    if (settings.network() && listens(settings, instrumentation)) {
      load(SocketHooks.CLASSES, hooked);
    }
    if (settings.noise() != 0) {
      hooked.addAll(LibraryNoise.loaded(instrumentation));
    }
    instrumentation.retransformClasses(hooked.toArray(new Class<?>[0]));
  }

  private static void load(String[] names, List<Class<?>> hooked) {
    for (String name : names) {
      try {
        hooked.add(Class.forName(name.replace('/', '.'), false, null));
      } catch (ClassNotFoundException olderJdk) {
        // Virtual threads came later; everything else exists in every supported JDK.
      }
    }
  }

  /** Opens the file for what comes from the network; false where the JDK's sockets are others. */
  private static boolean listens(Settings settings, Instrumentation instrumentation)
      throws Exception {
    if (Runtime.version().feature() < SocketHooks.OLDEST_JDK) {
      System.err.println(
          "heisenbug: inputs=network needs JDK 17 or later; what comes from the network is not"
              + " recorded");
      return false;
    }
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("sun.nio.ch", Set.of(Network.class.getModule())),
        Set.of(),
        Map.of());
    Network.open(settings);
    return true;
  }
}
