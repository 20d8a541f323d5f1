package dev.heisenbug.weave;

import org.objectweb.asm.tree.analysis.Value;

/** Whether a value can differ between two runs that took the same branches so far. */
enum TaintValue implements Value {
  CLEAN(1),
  CLEAN_WIDE(2),
  TAINTED(1),
  /** The object that the method was called on: tainted, but known to be there. */
  SELF(1),
  TAINTED_WIDE(2);

  private final int size;

  TaintValue(int size) {
    this.size = size;
  }

  static TaintValue of(int size, boolean clean) {
    if (size == 2) {
      return clean ? CLEAN_WIDE : TAINTED_WIDE;
    }
    return clean ? CLEAN : TAINTED;
  }

  boolean clean() {
    return this == CLEAN || this == CLEAN_WIDE;
  }

  @Override
  public int getSize() {
    return size;
  }
}
