package dev.heisenbug.weave;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Operations of atomics that do not keep a thread's stores and loads in order: a store by {@code
 * lazySet} may become visible after later loads, and a load lets no store become visible.
 */
public final class LooseAtomics {
  /** The one field of an atomic. */
  public static final String FIELD = "value";

  private static final Map<String, String> VALUES =
      Map.of(
          "java/util/concurrent/atomic/AtomicInteger", "I",
          "java/util/concurrent/atomic/AtomicLong", "J",
          "java/util/concurrent/atomic/AtomicBoolean", "Z",
          "java/util/concurrent/atomic/AtomicReference", "Ljava/lang/Object;");

  private static final Set<String> RELEASES = Set.of("lazySet", "setRelease");
  private static final Set<String> STORES = Set.of("setOpaque", "setPlain");
  private static final Set<String> LOADS = Set.of("get", "getAcquire", "getOpaque", "getPlain");

  private LooseAtomics() {}

  /** A store behind which later loads and stores may become visible first. */
  public static boolean stores(MethodInsnNode call) {
    return releases(call)
        || STORES.contains(call.name) && call.desc.equals("(" + VALUES.get(call.owner) + ")V");
  }

  /** A store before which all earlier ones become visible. */
  public static boolean releases(MethodInsnNode call) {
    return RELEASES.contains(call.name) && call.desc.equals("(" + VALUES.get(call.owner) + ")V");
  }

  /** A load before which no store need become visible. */
  public static boolean loads(MethodInsnNode call) {
    return LOADS.contains(call.name) && call.desc.equals("()" + VALUES.get(call.owner));
  }
}
