package dev.heisenbug.control.rt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * Reads and writes any field or array element by its place in memory.
 *
 * <p>A store buffer has to take a store back and do it again whatever the variable's type and
 * visibility, final fields included, which no public interface allows.
 */
final class Slots {
  private static final MethodHandle GET_BYTE = handle("getByte", byte.class, null);
  private static final MethodHandle GET_SHORT = handle("getShort", short.class, null);
  private static final MethodHandle GET_INT = handle("getInt", int.class, null);
  private static final MethodHandle GET_LONG = handle("getLong", long.class, null);
  private static final MethodHandle PUT_BYTE = handle("putByte", void.class, byte.class);
  private static final MethodHandle PUT_SHORT = handle("putShort", void.class, short.class);
  private static final MethodHandle PUT_INT = handle("putInt", void.class, int.class);
  private static final MethodHandle PUT_LONG = handle("putLong", void.class, long.class);
  private static final MethodHandle GET_REF =
      handle(Classes.hasReferences() ? "getReference" : "getObject", Object.class, null);
  private static final MethodHandle PUT_REF =
      handle(Classes.hasReferences() ? "putReference" : "putObject", void.class, Object.class);
  private static final MethodHandle FIELD = find("objectFieldOffset", long.class, Field.class);
  private static final MethodHandle STATIC = find("staticFieldOffset", long.class, Field.class);
  private static final MethodHandle BASE = find("staticFieldBase", Object.class, Field.class);
  private static final MethodHandle FIRST = first();
  private static final MethodHandle SCALE = find("arrayIndexScale", int.class, Class.class);

  private Slots() {}

  private static MethodHandle handle(String name, Class<?> result, Class<?> value) {
    return value == null
        ? find(name, result, Object.class, long.class)
        : find(name, result, Object.class, long.class, value);
  }

  /** Its result is an int in older JDKs. */
  private static MethodHandle first() {
    Object unsafe = Classes.unsafe();
    try {
      return MethodHandles.lookup()
          .unreflect(unsafe.getClass().getMethod("arrayBaseOffset", Class.class))
          .bindTo(unsafe)
          .asType(MethodType.methodType(long.class, Class.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static MethodHandle find(String name, Class<?> result, Class<?>... args) {
    Object unsafe = Classes.unsafe();
    try {
      return MethodHandles.lookup()
          .findVirtual(unsafe.getClass(), name, MethodType.methodType(result, args))
          .bindTo(unsafe);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Bytes of a primitive type, or 0 for a reference. */
  static int width(Class<?> type) {
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

  /** Where a field is in the object {@link #base} or in an instance. */
  static long offset(Field f, boolean isStatic) throws Throwable {
    return isStatic ? (long) STATIC.invokeExact(f) : (long) FIELD.invokeExact(f);
  }

  static Object base(Field f) throws Throwable {
    return (Object) BASE.invokeExact(f);
  }

  static long offset(Class<?> array, int index) {
    Ctl.enterAgent();
    try {
      return (long) FIRST.invokeExact(array) + (long) index * (int) SCALE.invokeExact(array);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveAgent();
    }
  }

  // Method handles run code of the JDK now and then, which must not count as the program's.

  static Object reference(Object base, long offset) {
    Ctl.enterAgent();
    try {
      return (Object) GET_REF.invokeExact(base, offset);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveAgent();
    }
  }

  static void reference(Object base, long offset, Object value) {
    Ctl.enterAgent();
    try {
      PUT_REF.invokeExact(base, offset, value);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveAgent();
    }
  }

  static long bits(Object base, long offset, int width) {
    Ctl.enterAgent();
    try {
      switch (width) {
        case 1:
          return (byte) GET_BYTE.invokeExact(base, offset);
        case 2:
          return (short) GET_SHORT.invokeExact(base, offset);
        case 4:
          return (int) GET_INT.invokeExact(base, offset);
        default:
          return (long) GET_LONG.invokeExact(base, offset);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveAgent();
    }
  }

  static void bits(Object base, long offset, int width, long value) {
    Ctl.enterAgent();
    try {
      switch (width) {
        case 1:
          PUT_BYTE.invokeExact(base, offset, (byte) value);
          break;
        case 2:
          PUT_SHORT.invokeExact(base, offset, (short) value);
          break;
        case 4:
          PUT_INT.invokeExact(base, offset, (int) value);
          break;
        default:
          PUT_LONG.invokeExact(base, offset, value);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Ctl.leaveAgent();
    }
  }
}
