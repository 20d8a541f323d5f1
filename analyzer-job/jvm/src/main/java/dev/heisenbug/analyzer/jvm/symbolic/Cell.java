package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;

/**
 * One variable an instruction or operation accesses: a field or an array cell.
 *
 * @param base object or array number, 0 for a static field
 * @param field the field, or null for an array cell
 * @param index the index as the program computed it, or null for a field
 * @param observedIndex the index in this run
 */
record Cell(int base, FieldInfo field, Val index, int observedIndex, Sort sort, Order order) {
  /** How strongly a write is ordered with the thread's other accesses. */
  enum Order {
    PLAIN,
    RELEASE,
    VOLATILE
  }

  static Cell of(int base, FieldInfo f) {
    return new Cell(base, f, null, 0, f.sort(), f.isVolatile() ? Order.VOLATILE : Order.PLAIN);
  }

  static Cell of(int array, Val index, int observedIndex, Sort sort) {
    return new Cell(array, null, index, observedIndex, sort, Order.PLAIN);
  }

  Cell ordered(Order o) {
    return new Cell(base, field, index, observedIndex, sort, o);
  }

  long key() {
    return Sharing.key(base, field == null ? observedIndex : field.number());
  }

  boolean isCell() {
    return field == null;
  }

  /** Written once, before any other thread can see the object. */
  boolean isConstant() {
    return field != null && field.isFinal();
  }

  String name(Refs refs) {
    if (field == null) {
      return refs.name(base) + "[" + observedIndex + "]";
    }
    if (base == 0) {
      return field.owner().replace('/', '.') + "." + field.name();
    }
    return refs.name(base) + "." + field.name();
  }
}
