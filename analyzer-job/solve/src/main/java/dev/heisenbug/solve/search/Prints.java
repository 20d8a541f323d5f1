package dev.heisenbug.solve.search;

/** A growing set of fingerprints, which are numbers without pattern, kept without boxes. */
final class Prints {
  private long[] table = new long[16];
  private int size;
  private boolean zero;

  /** False where it was in the set already. */
  boolean add(long print) {
    if (print == 0) {
      boolean fresh = !zero;
      zero = true;
      return fresh;
    }
    int at = place(table, print);
    if (table[at] == print) {
      return false;
    }
    table[at] = print;
    if (++size * 2 > table.length) {
      long[] larger = new long[table.length * 2];
      for (long old : table) {
        if (old != 0) {
          larger[place(larger, old)] = old;
        }
      }
      table = larger;
    }
    return true;
  }

  private static int place(long[] table, long print) {
    int at = (int) (print ^ (print >>> 32)) & (table.length - 1);
    while (table[at] != 0 && table[at] != print) {
      at = (at + 1) & (table.length - 1);
    }
    return at;
  }
}
