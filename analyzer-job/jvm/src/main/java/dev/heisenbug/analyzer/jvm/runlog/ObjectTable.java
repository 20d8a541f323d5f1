package dev.heisenbug.analyzer.jvm.runlog;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What the log says about every object: class, array length, boxed value; number 0 is null. */
public final class ObjectTable {
  private String[] classNames = new String[1024];
  private int[] lengths = new int[1024];
  private final Map<Integer, Long> boxed = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private int highest;

  int highest() {
    return highest;
  }

  int add(String className) {
    if (++highest == classNames.length) {
      classNames = Arrays.copyOf(classNames, highest * 2);
      lengths = Arrays.copyOf(lengths, highest * 2);
    }
    classNames[highest] = names.computeIfAbsent(className, n -> n);
    lengths[highest] = -1;
    return highest;
  }

  void length(int object, int length) {
    lengths[object] = length;
  }

  void boxed(int object, long value) {
    boxed.put(object, value);
  }

  /** Binary class name as {@code Class.getName} gives it; null for null or an unknown number. */
  public String className(int object) {
    return object > 0 && object <= highest ? classNames[object] : null;
  }

  /** Length of an array, or -1. */
  public int length(int object) {
    return object > 0 && object <= highest ? lengths[object] : -1;
  }

  /** Value of a boxed boolean, char or integer, or null if the object is none. */
  public Long boxed(int object) {
    return boxed.get(object);
  }

  static boolean isIntegralBox(String className) {
    return switch (className) {
      case "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Character",
          "java.lang.Integer",
          "java.lang.Long" ->
          true;
      default -> false;
    };
  }
}
