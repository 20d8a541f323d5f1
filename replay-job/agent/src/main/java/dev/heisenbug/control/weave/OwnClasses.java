package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.Control;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads what hooks stand on before the program begins: loading a class draws identity hashes, and
 * which thread would be the first to need one depends on the schedule.
 */
final class OwnClasses {
  private static final String CONTROL = "dev/heisenbug/control/";
  private static final String CLASS = ".class";

  private OwnClasses() {}

  static void load() throws IOException, ClassNotFoundException {
    String name = Control.class.getName().replace('.', '/') + CLASS;
    URL own = ClassLoader.getSystemResource(name);
    if (own == null || !own.getProtocol().equals("jar")) {
      return;
    }
    String jar = own.getPath().substring(0, own.getPath().indexOf('!'));
    try (JarFile file = new JarFile(Path.of(URI.create(jar)).toFile())) {
      for (Enumeration<JarEntry> all = file.entries(); all.hasMoreElements(); ) {
        String entry = all.nextElement().getName();
        if (entry.endsWith(CLASS) && isRuntime(entry)) {
          String type = entry.substring(0, entry.length() - CLASS.length()).replace('/', '.');
          Class.forName(type, true, null);
        }
      }
    }
  }

  private static boolean isRuntime(String entry) {
    return entry.startsWith(CONTROL + "rt/") || entry.startsWith(CONTROL + "shared/stream/");
  }
}
