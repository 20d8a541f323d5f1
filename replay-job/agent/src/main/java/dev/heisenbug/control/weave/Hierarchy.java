package dev.heisenbug.control.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;

/** Superclasses by reading class files, never by loading classes from inside the transformer. */
final class Hierarchy {
  private final Function<String, InputStream> resources;
  private final Map<String, String> superOf = new HashMap<>();

  Hierarchy(Function<String, InputStream> resources) {
    this.resources = resources;
  }

  void learn(String name, String superName) {
    superOf.put(name, superName == null ? "" : superName);
  }

  boolean isThread(String name) {
    String n = name;
    for (int i = 0; i < 50 && !n.isEmpty(); i++) {
      if (n.equals("java/lang/Thread")) {
        return true;
      }
      if (n.startsWith("java/") || n.startsWith("[")) {
        return n.equals("java/util/concurrent/ForkJoinWorkerThread");
      }
      n = superOf.computeIfAbsent(n, this::read);
    }
    return false;
  }

  private String read(String name) {
    try (InputStream in = resources.apply(name + ".class")) {
      if (in == null) {
        return "";
      }
      String s = new ClassReader(in).getSuperName();
      return s == null ? "" : s;
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }
}
