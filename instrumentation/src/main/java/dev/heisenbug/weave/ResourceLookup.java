package dev.heisenbug.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Reads class files as resources of a class loader, so that nothing is loaded by looking. */
public final class ResourceLookup implements ClassLookup {
  private final ClassLoader loader;
  private final ConcurrentMap<String, Optional<ClassFacts>> known = new ConcurrentHashMap<>();

  public ResourceLookup(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public ClassFacts find(String internalName) {
    Optional<ClassFacts> facts = known.get(internalName);
    if (facts == null) {
      facts = Optional.ofNullable(read(internalName));
      known.put(internalName, facts);
    }
    return facts.orElse(null);
  }

  private ClassFacts read(String internalName) {
    String path = internalName + ".class";
    try (InputStream in =
        loader == null
            ? ClassLoader.getSystemResourceAsStream(path)
            : loader.getResourceAsStream(path)) {
      return in == null ? null : ClassFacts.read(in.readAllBytes());
    } catch (IOException | RuntimeException unreadable) {
      return null;
    }
  }
}
