package dev.heisenbug.agent;

import dev.heisenbug.agent.raw.BootClasses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Where the JVM enters the agent: gives the boot loader the classes that woven code calls. */
public final class Premain {
  /** What one of the others extends. */
  private static final String BASE = "dev/heisenbug/agent/raw/Tokens.class";

  /** Class files that all loaders must see; none of them extends another of these. */
  private static final String[] FOR_BOOT_LOADER = {
    "dev/heisenbug/agent/raw/Raw",
    "dev/heisenbug/agent/rt/",
    "dev/heisenbug/weave/stream/Causes",
    "dev/heisenbug/weave/stream/Codes",
    "dev/heisenbug/weave/stream/ThreadRules",
    "dev/heisenbug/weave/stream/WorldWaits"
  };

  private Premain() {}

  /** If anything goes wrong the program runs unrecorded, and one sentence on stderr says so. */
  public static void premain(String options, Instrumentation instrumentation) {
    try {
      open(instrumentation, Premain.class.getModule());
      Class<?> defined = null;
      File jar =
          new File(Premain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (JarFile classes = new JarFile(jar)) {
        define(classes, classes.getJarEntry(BASE));
        for (Enumeration<JarEntry> all = classes.entries(); all.hasMoreElements(); ) {
          JarEntry entry = all.nextElement();
          if (forBootLoader(entry.getName())) {
            defined = define(classes, entry);
          }
        }
      }
      open(instrumentation, defined.getModule());
      Installer.install(options, instrumentation);
    } catch (Throwable failure) {
      System.err.println("heisenbug: not recording: " + failure);
    }
  }

  private static void open(Instrumentation instrumentation, Module reader) {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", Set.of(reader)),
        Map.of(),
        Set.of(),
        Map.of());
  }

  private static boolean forBootLoader(String path) {
    for (String prefix : FOR_BOOT_LOADER) {
      if (path.startsWith(prefix) && path.endsWith(".class")) {
        return true;
      }
    }
    return false;
  }

  private static Class<?> define(JarFile classes, JarEntry entry) throws IOException {
    String name = entry.getName().substring(0, entry.getName().length() - ".class".length());
    try (InputStream in = classes.getInputStream(entry)) {
      return BootClasses.define(name.replace('/', '.'), in.readAllBytes());
    }
  }
}
