package dev.heisenbug.agent.rt;

import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Hooks in place of stores by {@code VarHandle}, field updater and atomic array in modes that need
 * not be visible at once. What cannot be put off is done as it was written.
 */
public final class LateHandles {
  /** The modes of such stores. */
  public static final int PLAIN = 0;

  public static final int OPAQUE = 1;
  public static final int RELEASE = 2;

  private LateHandles() {}

  /** Before something is read by {@code handle}: the thread's own stores to it are executed. */
  public static void get(Object handle, Object first, int index) {
    if (handle == null) {
      return;
    }
    HandleTarget target = HandleTarget.of(handle);
    Object elements = target.elements(first);
    if (elements != null) {
      Delays.get(elements, index);
    } else if (target.name() != null) {
      Delays.get(first, target.name());
    } else {
      Delays.drain();
    }
  }

  /** Instead of a store of an {@code int} or smaller. */
  public static void put(Object handle, Object first, int index, int v, int mode) {
    if (!late(handle, first, index, int.class, v, null, mode)) {
      now(handle, first, index, v, mode);
    }
  }

  /** Instead of a store of a {@code long}. */
  public static void put(Object handle, Object first, int index, long v, int mode) {
    if (!late(handle, first, index, long.class, v, null, mode)) {
      now(handle, first, index, v, mode);
    }
  }

  /** Instead of a store of a {@code float}. */
  public static void put(Object handle, Object first, int index, float v, int mode) {
    if (!late(handle, first, index, float.class, Float.floatToRawIntBits(v), null, mode)) {
      now(handle, first, index, v, mode);
    }
  }

  /** Instead of a store of a {@code double}. */
  public static void put(Object handle, Object first, int index, double v, int mode) {
    if (!late(handle, first, index, double.class, Double.doubleToRawLongBits(v), null, mode)) {
      now(handle, first, index, v, mode);
    }
  }

  /** Instead of a store of a reference. */
  public static void put(Object handle, Object first, int index, Object v, int mode) {
    if (!late(handle, first, index, Object.class, 0, v, mode)) {
      now(handle, first, index, v, mode);
    }
  }

  private static boolean late(
      Object handle, Object first, int index, Class<?> type, long bits, Object ref, int mode) {
    LateStore store =
        handle == null
            ? null
            : HandleTarget.of(handle).store(first, index, type, bits, ref, mode == RELEASE);
    if (store == null) {
      Delays.drain();
      return false;
    }
    Delays.add(store);
    return true;
  }

  private static void now(Object handle, Object first, int index, Object v, int mode) {
    if (handle instanceof AtomicIntegerArray) {
      ((AtomicIntegerArray) handle).lazySet(index, (Integer) v);
    } else if (handle instanceof AtomicLongArray) {
      ((AtomicLongArray) handle).lazySet(index, (Long) v);
    } else if (handle instanceof AtomicReferenceArray) {
      array(handle).lazySet(index, v);
    } else if (handle instanceof AtomicIntegerFieldUpdater) {
      integers(handle).lazySet(first, (Integer) v);
    } else if (handle instanceof AtomicLongFieldUpdater) {
      longs(handle).lazySet(first, (Long) v);
    } else if (handle instanceof AtomicReferenceFieldUpdater) {
      references(handle).lazySet(first, v);
    } else {
      handle((VarHandle) handle, first, index, v, mode);
    }
  }

  @SuppressWarnings("unchecked")
  private static AtomicReferenceArray<Object> array(Object array) {
    return (AtomicReferenceArray<Object>) array;
  }

  @SuppressWarnings("unchecked")
  private static AtomicIntegerFieldUpdater<Object> integers(Object updater) {
    return (AtomicIntegerFieldUpdater<Object>) updater;
  }

  @SuppressWarnings("unchecked")
  private static AtomicLongFieldUpdater<Object> longs(Object updater) {
    return (AtomicLongFieldUpdater<Object>) updater;
  }

  @SuppressWarnings("unchecked")
  private static AtomicReferenceFieldUpdater<Object, Object> references(Object updater) {
    return (AtomicReferenceFieldUpdater<Object, Object>) updater;
  }

  private static void handle(VarHandle handle, Object first, int index, Object v, int mode) {
    int count = handle.coordinateTypes().size();
    List<Object> args = new ArrayList<>();
    if (count > 0) {
      args.add(first);
    }
    if (count > 1) {
      args.add(index);
    }
    args.add(v instanceof Integer ? narrowed((Integer) v, handle.varType()) : v);
    AccessMode access =
        mode == PLAIN
            ? AccessMode.SET
            : mode == OPAQUE ? AccessMode.SET_OPAQUE : AccessMode.SET_RELEASE;
    try {
      handle.toMethodHandle(access).invokeWithArguments(args);
    } catch (Throwable e) {
      LateHandles.<RuntimeException>rethrow(e);
    }
  }

  /** Smaller types come as an {@code int}. */
  private static Object narrowed(int v, Class<?> type) {
    if (type == boolean.class) {
      return (v & 1) != 0;
    }
    if (type == byte.class) {
      return (byte) v;
    }
    if (type == short.class) {
      return (short) v;
    }
    return type == char.class ? (Object) (char) v : (Object) v;
  }

  /** What the store would have thrown. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable e) throws E {
    throw (E) e;
  }
}
