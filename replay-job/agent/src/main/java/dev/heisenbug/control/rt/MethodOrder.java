package dev.heisenbug.control.rt;

import java.lang.reflect.Method;

/**
 * Puts the methods of a class in an order that is the same in every run; overloads stay in the
 * order of the class file.
 */
public final class MethodOrder {
  private MethodOrder() {}

  /** Sorts in place by name. Uses no library of sorting: it may be asked for by any code. */
  public static Method[] sort(Method[] methods) {
    for (int i = 1; methods != null && i < methods.length; i++) {
      Method m = methods[i];
      int place = placeOf(m.getName(), methods, i);
      if (place < i) {
        System.arraycopy(methods, place, methods, place + 1, i - place);
        methods[place] = m;
      }
    }
    return methods;
  }

  /** Behind all of the first {@code end} whose names are not greater. */
  private static int placeOf(String name, Method[] methods, int end) {
    int low = 0;
    int high = end;
    while (low < high) {
      int middle = low + high >>> 1;
      if (methods[middle].getName().compareTo(name) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
