package dev.heisenbug.control.rt;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Finds the place in memory that a {@code VarHandle}, a field updater or an atomic array gives
 * access to. They know it and tell nobody, so it is read from their fields; where these are not as
 * expected there is no place, and the store is visible at once.
 */
final class HandlePlaces {
  private static final String HANDLES = "java.lang.invoke.VarHandle";

  /** Of a static field whose class was not initialised when the handle was made. */
  private static final String LAZY = "java.lang.invoke.LazyInitializingVarHandle";

  final Object base;
  final long offset;

  /** Bytes, 0 for a reference. */
  final int width;

  private HandlePlaces(Object base, long offset, int width) {
    this.base = base;
    this.offset = offset;
    this.width = width;
  }

  /**
   * The place, or null if it is not known.
   *
   * @param first the object or array that the operation was given, or null
   * @param index the index that it was given, or 0
   */
  static HandlePlaces of(Object handle, Object first, int index) {
    Ctl.enterWeaver();
    try {
      if (handle instanceof VarHandle) {
        return ofHandle((VarHandle) handle, first, index);
      }
      if (handle instanceof AtomicIntegerArray
          || handle instanceof AtomicLongArray
          || handle instanceof AtomicReferenceArray) {
        return element(reference(handle, "array"), index);
      }
      return first == null ? null : ofUpdater(handle, first);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      return null;
    } finally {
      Ctl.leaveWeaver();
    }
  }

  private static HandlePlaces ofUpdater(Object updater, Object object) throws Throwable {
    if (!((Class<?>) reference(updater, "cclass")).isInstance(object)) {
      return null;
    }
    long offset = number(updater, "offset");
    if (updater instanceof AtomicReferenceFieldUpdater) {
      return new HandlePlaces(object, offset, 0);
    }
    if (updater instanceof AtomicIntegerFieldUpdater) {
      return new HandlePlaces(object, offset, Slots.width(int.class));
    }
    boolean isLong = updater instanceof AtomicLongFieldUpdater;
    return isLong ? new HandlePlaces(object, offset, Slots.width(long.class)) : null;
  }

  private static HandlePlaces ofHandle(VarHandle handle, Object first, int index) throws Throwable {
    String name = handle.getClass().getName();
    if (name.equals(LAZY)) {
      boolean used = Slots.bits(handle, offset(handle, "initialized"), 1) != 0;
      return used ? ofHandle((VarHandle) reference(handle, "target"), first, index) : null;
    }
    if (!name.startsWith(HANDLES)) {
      return null;
    }
    List<Class<?>> coordinates = handle.coordinateTypes();
    if (!coordinates.isEmpty() && !coordinates.get(0).isInstance(first)) {
      return null;
    }
    int width = Slots.width(handle.varType());
    if (name.contains("$FieldInstance")) {
      return new HandlePlaces(first, number(handle, "fieldOffset"), width);
    }
    if (name.contains("$FieldStatic")) {
      Field base = field(handle.getClass(), "base");
      Object holder = reference(handle, base == null ? "declaringClass" : "base");
      return new HandlePlaces(holder, number(handle, "fieldOffset"), width);
    }
    return name.endsWith("$Array") ? element(first, index) : null;
  }

  private static HandlePlaces element(Object array, int index) {
    if (index < 0 || index >= Array.getLength(array)) {
      return null;
    }
    Class<?> type = array.getClass();
    int width = Slots.width(type.getComponentType());
    return new HandlePlaces(array, Slots.offset(type, index), width);
  }

  private static Object reference(Object o, String name) throws Throwable {
    return Slots.reference(o, offset(o, name));
  }

  private static long number(Object o, String name) throws Throwable {
    return Slots.bits(o, offset(o, name), Long.BYTES);
  }

  private static long offset(Object o, String name) throws Throwable {
    return Slots.offset(field(o.getClass(), name), false);
  }

  private static Field field(Class<?> type, String name) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      try {
        return c.getDeclaredField(name);
      } catch (NoSuchFieldException e) {
        continue;
      }
    }
    return null;
  }
}
