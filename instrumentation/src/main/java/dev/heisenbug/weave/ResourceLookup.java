package dev.heisenbug.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** Reads class files as resources, so that nothing is loaded by looking. */
public final class ResourceLookup implements ClassLookup {
  private final Function<String, InputStream> resources;
  private final ConcurrentMap<String, Optional<ClassFacts>> known = new ConcurrentHashMap<>();

  /** Looks in a class loader, as {@code getResourceAsStream} does. */
  public ResourceLookup(ClassLoader loader) {
    this(
        path ->
            loader == null
                ? ClassLoader.getSystemResourceAsStream(path)
                : loader.getResourceAsStream(path));
  }

  /** Looks where the function finds a path like {@code a/B.class}; null is not found. */
  public ResourceLookup(Function<String, InputStream> resources) {
    this.resources = resources;
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
    try (InputStream in = resources.apply(internalName + ".class")) {
      return in == null ? null : ClassFacts.read(in.readAllBytes());
    } catch (IOException | RuntimeException unreadable) {
      return null;
    }
  }
}
