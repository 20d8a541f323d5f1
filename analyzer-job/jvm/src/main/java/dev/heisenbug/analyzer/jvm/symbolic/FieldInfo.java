package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;

/**
 * A field as its declaring class has it.
 *
 * @param number unique number, used in location keys
 * @param owner internal name of the declaring class as far as class files tell
 */
record FieldInfo(
    int number,
    String owner,
    String name,
    String desc,
    boolean isStatic,
    boolean isFinal,
    boolean isVolatile,
    boolean application) {

  Sort sort() {
    return Sorts.of(desc);
  }
}
