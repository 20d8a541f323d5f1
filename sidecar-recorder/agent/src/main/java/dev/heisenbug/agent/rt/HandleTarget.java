package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.RawFields;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The field, or the kind of elements, that a {@code VarHandle}, a field updater or an atomic array
 * gives access to, so that a store by it can be executed late and is the same variable as one by
 * its name. They tell nobody, so it is read from their fields; where these are not as expected the
 * store is executed at once.
 */
final class HandleTarget {
  /** Of a static field whose class was not initialised when the handle was made. */
  private static final String LAZY = "java.lang.invoke.LazyInitializingVarHandle";

  private static final HandleTarget UNKNOWN = new HandleTarget(null, null, null, null);
  private static final ConcurrentHashMap<Object, HandleTarget> KNOWN = new ConcurrentHashMap<>();

  /** The array that the receiver keeps, or null. */
  private final Object array;

  private final Class<?> owner;
  private final Slot slot;
  private final String name;

  private HandleTarget(Object array, Class<?> owner, Slot slot, String name) {
    this.array = array;
    this.owner = owner;
    this.slot = slot;
    this.name = name;
  }

  static HandleTarget of(Object handle) {
    HandleTarget known = KNOWN.get(handle);
    if (known == null) {
      if (handle.getClass().getName().equals(LAZY)) {
        return ofLazy(handle);
      }
      known = find(handle);
      KNOWN.put(handle, known);
    }
    return known;
  }

  /** Its first use initialises the class, which must not be put off. */
  private static HandleTarget ofLazy(Object handle) {
    try {
      boolean used = RawFields.flag(handle, offset(handle, "initialized"));
      return used ? of(reference(handle, "target")) : UNKNOWN;
    } catch (ReflectiveOperationException e) {
      return UNKNOWN;
    }
  }

  /** The store of a value of that type, or null if what it does is not known. */
  LateStore store(Object first, int index, Class<?> type, long bits, Object ref, boolean releases) {
    Object elements = elements(first);
    if (elements != null) {
      return index >= 0 && index < Array.getLength(elements) && fits(elements, type, ref)
          ? new LateStore(elements, null, index, null, bits, ref, releases)
          : null;
    }
    if (slot == null || slot.base == null && !owner.isInstance(first)) {
      return null;
    }
    boolean fits = slot.width == 0 ? ref == null || slot.type.isInstance(ref) : takes(type);
    return fits ? new LateStore(first, name, 0, slot, bits, ref, releases) : null;
  }

  /** Where it reads: an array, or the object whose field of {@link #name} it is. */
  Object elements(Object first) {
    if (array != null) {
      return array;
    }
    boolean ofArrays = slot == null && owner != null;
    return ofArrays && owner.isInstance(first) ? first : null;
  }

  String name() {
    return name;
  }

  /** Whether a value of that type is what the field is made of: nothing is to be converted. */
  private boolean takes(Class<?> type) {
    return type == int.class
        ? slot.type.isPrimitive() && slot.type != float.class && slot.width <= Integer.BYTES
        : slot.type == type;
  }

  private static boolean fits(Object array, Class<?> type, Object ref) {
    Class<?> element = array.getClass().getComponentType();
    if (!element.isPrimitive()) {
      return type == Object.class && (ref == null || element.isInstance(ref));
    }
    boolean small = element != float.class && element != double.class && element != long.class;
    return type == int.class ? small : type == element;
  }

  private static HandleTarget find(Object handle) {
    try {
      if (handle instanceof VarHandle) {
        return ofHandle((VarHandle) handle);
      }
      if (handle instanceof AtomicIntegerArray
          || handle instanceof AtomicLongArray
          || handle instanceof AtomicReferenceArray) {
        return new HandleTarget(reference(handle, "array"), null, null, null);
      }
      if (handle instanceof AtomicIntegerFieldUpdater
          || handle instanceof AtomicLongFieldUpdater
          || handle instanceof AtomicReferenceFieldUpdater) {
        Class<?> owner = (Class<?>) reference(handle, "cclass");
        return onField(owner, number(handle, "offset"), false);
      }
      return UNKNOWN;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return UNKNOWN;
    }
  }

  private static HandleTarget ofHandle(VarHandle handle) throws ReflectiveOperationException {
    String type = handle.getClass().getName();
    List<Class<?>> coordinates = handle.coordinateTypes();
    if (type.contains("$FieldInstance")) {
      return onField(coordinates.get(0), number(handle, "fieldOffset"), false);
    }
    if (type.contains("$FieldStatic")) {
      Field base = Slot.find(handle.getClass(), "base");
      Object holder = reference(handle, base == null ? "declaringClass" : "base");
      return onField((Class<?>) holder, number(handle, "fieldOffset"), true);
    }
    return type.endsWith("$Array")
        ? new HandleTarget(null, coordinates.get(0), null, null)
        : UNKNOWN;
  }

  private static HandleTarget onField(Class<?> owner, long offset, boolean isStatic) {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      for (Field f : c.getDeclaredFields()) {
        if (Modifier.isStatic(f.getModifiers()) == isStatic
            && RawFields.offset(f, isStatic) == offset) {
          return new HandleTarget(null, owner, Slot.of(c, f.getName()), f.getName());
        }
      }
    }
    return UNKNOWN;
  }

  private static Object reference(Object o, String name) throws ReflectiveOperationException {
    return RawFields.reference(o, offset(o, name));
  }

  private static long number(Object o, String name) throws ReflectiveOperationException {
    return RawFields.number(o, offset(o, name));
  }

  private static long offset(Object o, String name) throws ReflectiveOperationException {
    Field f = Slot.find(o.getClass(), name);
    if (f == null) {
      throw new NoSuchFieldException(name);
    }
    return RawFields.offset(f, false);
  }
}
