package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.RawFields;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.ConcurrentHashMap;

/** Where a field is in memory, so that a store to it can be executed by other than its code. */
final class Slot {
  private static final ClassValue<ConcurrentHashMap<String, Slot>> KNOWN =
      new ClassValue<ConcurrentHashMap<String, Slot>>() {
        @Override
        protected ConcurrentHashMap<String, Slot> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /** Null for an instance field. */
  final Object base;

  final long offset;

  /** Bytes of the value, 0 for a reference. */
  final int width;

  final boolean isVolatile;

  final Class<?> type;

  private Slot(Field f) {
    type = f.getType();
    boolean isStatic = Modifier.isStatic(f.getModifiers());
    base = isStatic ? RawFields.base(f) : null;
    offset = RawFields.offset(f, isStatic);
    width = width(f.getType());
    isVolatile = Modifier.isVolatile(f.getModifiers());
  }

  private static int width(Class<?> type) {
    if (!type.isPrimitive()) {
      return 0;
    }
    if (type == byte.class || type == boolean.class) {
      return 1;
    }
    if (type == short.class || type == char.class) {
      return 2;
    }
    return type == long.class || type == double.class ? 8 : 4;
  }

  /** The field as an instruction names it: in the class or the nearest superclass that has it. */
  static Slot of(Class<?> owner, String name) {
    ConcurrentHashMap<String, Slot> known = KNOWN.get(owner);
    Slot slot = known.get(name);
    if (slot == null) {
      slot = new Slot(field(owner, name));
      known.put(name, slot);
    }
    return slot;
  }

  private static Field field(Class<?> owner, String name) {
    Field f = find(owner, name);
    if (f == null) {
      throw new NoSuchFieldError(owner.getName() + "." + name);
    }
    return f;
  }

  /** The field of that name in the class or the nearest superclass that has it, or null. */
  static Field find(Class<?> owner, String name) {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      try {
        return c.getDeclaredField(name);
      } catch (NoSuchFieldException e) {
        continue;
      }
    }
    return null;
  }

  void put(Object object, long bits, Object ref) {
    Object target = base == null ? object : base;
    if (width == 0) {
      RawFields.put(target, offset, ref);
    } else {
      RawFields.put(target, offset, width, bits);
    }
  }
}
