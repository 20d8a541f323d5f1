package dev.heisenbug.solve.search;

/** How far one can get from states met before, by fingerprint; forgets all when it is full. */
final class Memo {
  static final int DEAD = -1;

  /** Nothing is known. */
  static final int UNMET = -2;

  private static final int MOST = 1 << 21;

  private long[] key = new long[256];
  private int[] reached = new int[256];
  private int used;

  int get(long print) {
    int i = at(print);
    return reached[i] == 0 ? UNMET : reached[i] - 2;
  }

  void put(long print, int value) {
    int i = at(print);
    used += reached[i] == 0 ? 1 : 0;
    key[i] = print;
    reached[i] = value + 2;
    if (used * 2 > key.length) {
      rehash();
    }
  }

  private int at(long print) {
    int i = (int) (print ^ (print >>> 32)) & (key.length - 1);
    while (reached[i] != 0 && key[i] != print) {
      i = (i + 1) & (key.length - 1);
    }
    return i;
  }

  /** Forgets all but the states with one answer. */
  void keep(int value) {
    move(key.length, value + 2);
  }

  private void rehash() {
    // Too many: everything is found out again.
    boolean forget = used > MOST;
    move(forget ? 256 : key.length * 2, forget ? -1 : 0);
  }

  /**
   * @param only the entries to take over; 0 for all
   */
  private void move(int size, int only) {
    long[] oldKey = key;
    int[] oldReached = reached;
    key = new long[size];
    reached = new int[size];
    used = 0;
    for (int i = 0; i < oldKey.length; i++) {
      if (oldReached[i] != 0 && (only == 0 || oldReached[i] == only)) {
        int to = at(oldKey[i]);
        key[to] = oldKey[i];
        reached[to] = oldReached[i];
        used++;
      }
    }
  }
}
