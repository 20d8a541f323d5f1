package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;

/** JVM types as sorts; everything up to int is computed with as a 32-bit integer. */
final class Sorts {
  private Sorts() {}

  /** Sort of a descriptor. */
  static Sort of(String desc) {
    return ofTypeByte(desc.charAt(0));
  }

  /** Sort of a descriptor's first character or a log type byte. */
  static Sort ofTypeByte(int type) {
    return switch (type) {
      case 'J' -> Sort.I64;
      case 'F' -> Sort.F32;
      case 'D' -> Sort.F64;
      case 'L', '[' -> Sort.REF;
      default -> Sort.I32;
    };
  }

  /** Element descriptor of an array class as {@code Class.getName} writes it: {@code [I}. */
  static String element(String arrayClass) {
    return arrayClass != null && arrayClass.startsWith("[")
        ? arrayClass.substring(1)
        : "Ljava/lang/Object;";
  }

  /** What a store keeps of an int in a variable of the type. */
  static long narrow(char type, long bits) {
    return switch (type) {
      case 'Z' -> bits & 1;
      case 'B' -> (byte) bits;
      case 'C' -> (char) bits;
      case 'S' -> (short) bits;
      default -> bits;
    };
  }
}
