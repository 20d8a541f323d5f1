package dev.heisenbug.solve.search;

/** The values that tell states of one cell apart: its content, and what its threads still need. */
final class Symbols {
  /** Node of each value; -1 for the content, which comes first. */
  int[] node = new int[16];

  long[] value = new long[16];
  boolean[] open = new boolean[16];
  int size;

  void begin() {
    size = 0;
  }

  void add(int n, long v, boolean isOpen) {
    if (size == node.length) {
      node = java.util.Arrays.copyOf(node, size * 2);
      value = java.util.Arrays.copyOf(value, size * 2);
      open = java.util.Arrays.copyOf(open, size * 2);
    }
    node[size] = n;
    value[size] = isOpen ? 0 : v;
    open[size++] = isOpen;
  }
}
