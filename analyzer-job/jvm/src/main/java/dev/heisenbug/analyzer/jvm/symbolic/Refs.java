package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.ObjectTable;
import dev.heisenbug.formats.trace.Sort;

/**
 * References as numbers of the symbolic trace: the object's number in the log, but for boxed
 * integers a number made from the value, so that values keep their expression through boxes.
 */
final class Refs {
  private static final long LONG_TAG = 1L << 62;
  private static final long LONG_MASK = (1L << 61) - 1;

  private final ObjectTable objects;

  Refs(ObjectTable objects) {
    this.objects = objects;
  }

  ObjectTable objects() {
    return objects;
  }

  /** The number of an object, 0 for null. */
  long of(int object) {
    Long value = object == 0 ? null : objects.boxed(object);
    if (value == null) {
      return object;
    }
    String type = objects.className(object);
    if (type.equals("java.lang.Long")) {
      return fitsLong(value) ? LONG_TAG | (value & LONG_MASK) : object;
    }
    return intTag(type) | (value & 0xFFFF_FFFFL);
  }

  /** Internal name of an object's class; null for null and for objects the log has not come to. */
  String type(int object) {
    String name = objects.className(object);
    return name == null ? null : name.replace('.', '/');
  }

  /** Tag of boxes whose value fits 32 bits, by binary or internal class name; 0 for others. */
  static long intTag(String className) {
    return switch (className.replace('/', '.')) {
      case "java.lang.Integer" -> 0x11L << 32;
      case "java.lang.Short" -> 0x12L << 32;
      case "java.lang.Byte" -> 0x13L << 32;
      case "java.lang.Character" -> 0x14L << 32;
      case "java.lang.Boolean" -> 0x15L << 32;
      default -> 0;
    };
  }

  static long longTag() {
    return LONG_TAG;
  }

  static long longMask() {
    return LONG_MASK;
  }

  private static boolean fitsLong(long value) {
    return value << 3 >> 3 == value;
  }

  static boolean isIntBox(long ref) {
    long tag = ref >>> 32;
    return tag >= 0x11 && tag <= 0x15;
  }

  static boolean isLongBox(long ref) {
    return ref >>> 61 == 2;
  }

  static boolean isBox(long ref) {
    return isIntBox(ref) || isLongBox(ref);
  }

  /** Readable name such as {@code Account#12} or {@code int[]#7}. */
  String name(int object) {
    String type = objects.className(object);
    return (type == null ? "?" : simple(type)) + "#" + object;
  }

  /** A value as people write it. */
  String value(Sort sort, long bits) {
    if (sort == Sort.F64) {
      return Double.toString(Double.longBitsToDouble(bits));
    }
    if (sort == Sort.F32) {
      return Float.toString(Float.intBitsToFloat((int) bits));
    }
    if (sort != Sort.REF) {
      return Long.toString(bits);
    }
    if (isLongBox(bits)) {
      return Long.toString(bits << 3 >> 3);
    }
    if (isIntBox(bits)) {
      return Integer.toString((int) bits);
    }
    return bits == 0 ? "null" : name((int) bits);
  }

  static String simple(String binaryName) {
    int dims = 0;
    while (dims < binaryName.length() && binaryName.charAt(dims) == '[') {
      dims++;
    }
    String base = binaryName.substring(dims);
    if (dims > 0) {
      base =
          switch (base.charAt(0)) {
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            case 'D' -> "double";
            default -> base.substring(1, base.length() - 1);
          };
    }
    int hidden = base.indexOf('/');
    base = hidden > 0 ? base.substring(0, hidden) : base;
    return base.substring(base.lastIndexOf('.') + 1) + "[]".repeat(dims);
  }
}
