package dev.heisenbug.weave;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Operations of atomics that do not keep a thread's stores and loads in order: a store by {@code
 * lazySet} may become visible after later loads, and a load lets no store become visible. So may
 * those of a {@code VarHandle} in modes weaker than volatile.
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

  private static final String HANDLE = "java/lang/invoke/VarHandle";
  private static final Pattern ARRAY =
      Pattern.compile("java/util/concurrent/atomic/Atomic(Integer|Long|Reference)Array");
  private static final Pattern UPDATER =
      Pattern.compile("java/util/concurrent/atomic/Atomic(Integer|Long|Reference)FieldUpdater");

  private static final Set<String> RELEASES = Set.of("lazySet", "setRelease");
  private static final Set<String> STORES = Set.of("setOpaque", "setPlain");
  private static final Set<String> LOADS = Set.of("get", "getAcquire", "getOpaque", "getPlain");

  private LooseAtomics() {}

  /** A store behind which later loads and stores may become visible first. */
  public static boolean stores(MethodInsnNode call) {
    boolean plain = call.owner.equals(HANDLE) && call.name.equals("set");
    return releases(call) || (plain || STORES.contains(call.name)) && isStore(call);
  }

  /** A store before which all earlier ones become visible. */
  public static boolean releases(MethodInsnNode call) {
    return RELEASES.contains(call.name) && isStore(call);
  }

  /** A load before which no store need become visible. */
  public static boolean loads(MethodInsnNode call) {
    if (!LOADS.contains(call.name)) {
      return false;
    }
    return isOneVariable(call)
        ? call.desc.equals("()" + VALUES.get(call.owner))
        : hasCoordinates(call, Type.getArgumentTypes(call.desc).length);
  }

  /** Whether the receiver is the variable itself, and not what gives access to many. */
  public static boolean isOneVariable(MethodInsnNode call) {
    return VALUES.containsKey(call.owner);
  }

  /** The arguments of a store or load that say where: those before the value. */
  public static Type[] coordinates(MethodInsnNode call) {
    Type[] all = Type.getArgumentTypes(call.desc);
    return Arrays.copyOf(all, stores(call) ? all.length - 1 : all.length);
  }

  private static boolean isStore(MethodInsnNode call) {
    if (!call.desc.endsWith(")V")) {
      return false;
    }
    return isOneVariable(call)
        ? call.desc.equals("(" + VALUES.get(call.owner) + ")V")
        : hasCoordinates(call, Type.getArgumentTypes(call.desc).length - 1);
  }

  /** Whether an operation on a variable found by its arguments is of a form that is known here. */
  private static boolean hasCoordinates(MethodInsnNode call, int count) {
    if (count < 0) {
      return false;
    }
    if (ARRAY.matcher(call.owner).matches() || UPDATER.matcher(call.owner).matches()) {
      return count == 1;
    }
    if (!call.owner.equals(HANDLE)) {
      return false;
    }
    Type[] args = Type.getArgumentTypes(call.desc);
    boolean object = count == 0 || args[0].getSort() >= Type.ARRAY;
    return object && (count < 2 || count == 2 && args[1] == Type.INT_TYPE);
  }
}
