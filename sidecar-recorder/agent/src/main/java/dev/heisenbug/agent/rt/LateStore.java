package dev.heisenbug.agent.rt;

/** A store that its thread has come to and that is not in memory yet. */
final class LateStore {
  /** The object, or the array; null for a static field. */
  final Object base;

  /** The field's name; null for an array element. */
  final String name;

  private final int index;
  private final Slot slot;
  private final long bits;
  private final Object ref;

  /** Whether all earlier stores of the thread have to be in memory before it. */
  final boolean releases;

  LateStore(
      Object base, String name, int index, Slot slot, long bits, Object ref, boolean releases) {
    this.base = base;
    this.name = name;
    this.index = index;
    this.slot = slot;
    this.bits = bits;
    this.ref = ref;
    this.releases = releases;
  }

  /** Whether it may be the field; static fields of one name count as one. */
  boolean at(Object object, String field) {
    return base == object && field.equals(name);
  }

  boolean at(Object array, int i) {
    return name == null && base == array && index == i;
  }

  boolean sameAs(LateStore other) {
    return name == null ? other.at(base, index) : other.at(base, name);
  }

  void execute() {
    if (slot != null) {
      slot.put(base, bits, ref);
    } else if (base instanceof Object[]) {
      ((Object[]) base)[index] = ref;
    } else if (base instanceof int[]) {
      ((int[]) base)[index] = (int) bits;
    } else if (base instanceof long[]) {
      ((long[]) base)[index] = bits;
    } else if (base instanceof byte[]) {
      ((byte[]) base)[index] = (byte) bits;
    } else if (base instanceof boolean[]) {
      ((boolean[]) base)[index] = (bits & 1) != 0;
    } else if (base instanceof char[]) {
      ((char[]) base)[index] = (char) bits;
    } else if (base instanceof short[]) {
      ((short[]) base)[index] = (short) bits;
    } else if (base instanceof float[]) {
      ((float[]) base)[index] = Float.intBitsToFloat((int) bits);
    } else {
      ((double[]) base)[index] = Double.longBitsToDouble(bits);
    }
  }
}
