package dev.heisenbug.solve.search;

/** A bounded set of state fingerprints; forgetting one costs time, never correctness. */
final class SeenStates {
  private final long[] table;
  private long epoch = 1;

  SeenStates(int bits) {
    table = new long[1 << bits];
  }

  /** True where the state was seen since the last {@link #clear}; remembers it otherwise. */
  boolean seen(long fingerprint) {
    long key = Mix.of(fingerprint, epoch);
    key = key == 0 ? 1 : key;
    int slot = (int) key & (table.length - 1);
    int other = (int) (key >>> 32) & (table.length - 1);
    if (table[slot] == key || table[other] == key) {
      return true;
    }
    if (table[slot] == 0) {
      table[slot] = key;
    } else {
      table[other] = key;
    }
    return false;
  }

  void clear() {
    epoch++;
  }
}
