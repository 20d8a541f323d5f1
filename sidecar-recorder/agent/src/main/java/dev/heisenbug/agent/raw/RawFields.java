package dev.heisenbug.agent.raw;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/** Writes any field by its place in memory, for stores that are executed later than they came. */
public final class RawFields {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  private RawFields() {}

  public static Object base(Field staticField) {
    return UNSAFE.staticFieldBase(staticField);
  }

  public static long offset(Field field, boolean isStatic) {
    return isStatic ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
  }

  public static Object reference(Object base, long offset) {
    return UNSAFE.getReference(base, offset);
  }

  public static long number(Object base, long offset) {
    return UNSAFE.getLong(base, offset);
  }

  public static boolean flag(Object base, long offset) {
    return UNSAFE.getBoolean(base, offset);
  }

  public static void put(Object base, long offset, Object value) {
    UNSAFE.putReference(base, offset, value);
  }

  /**
   * @param width bytes of the field's type
   */
  public static void put(Object base, long offset, int width, long bits) {
    switch (width) {
      case 1:
        UNSAFE.putByte(base, offset, (byte) bits);
        break;
      case 2:
        UNSAFE.putShort(base, offset, (short) bits);
        break;
      case 4:
        UNSAFE.putInt(base, offset, (int) bits);
        break;
      default:
        UNSAFE.putLong(base, offset, bits);
    }
  }
}
