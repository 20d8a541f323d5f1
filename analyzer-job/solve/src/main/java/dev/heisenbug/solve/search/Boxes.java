package dev.heisenbug.solve.search;

/**
 * What is known of one cell: by the accesses done, boxes of values from which nothing goes well any
 * more, and boxes from which so many accesses can still be done. Forgets all when it is full.
 */
final class Boxes {
  static final int DEAD = -1;

  /** Nothing is known. */
  static final int UNMET = -2;

  private static final int MOST = 1 << 19;
  private static final int MOST_IN_PLACE = 48;

  /** One box, and the next one in the same place. */
  static final class Known {
    final Box box = new Box();
    int reached;

    /** Not found out but given up on. */
    boolean guessed;

    /** Values that must be open too. */
    boolean[] open;

    private Known next;
  }

  private long[] key = new long[256];
  private Known[] first = new Known[256];
  private int places;
  private int kept;
  private Known match;

  /** The box that the last answer but UNMET came from. */
  Known match() {
    return match;
  }

  /** DEAD, how many accesses can be done if at least so many, or UNMET. */
  int find(long print, Symbols at, int atLeast) {
    for (Known k = first[place(print)]; k != null; k = k.next) {
      if ((k.reached == DEAD || k.reached >= atLeast) && holds(k, at)) {
        match = k;
        return k.reached;
      }
    }
    return UNMET;
  }

  private static boolean holds(Known k, Symbols at) {
    Box box = k.box;
    for (int i = 0; i < box.size; i++) {
      if (at.open[i]) {
        if (k.reached == DEAD && !box.isOpen(i)) {
          return false;
        }
      } else if (at.value[i] < box.lo[i] || at.value[i] > box.hi[i]) {
        return false;
      } else if (k.open != null && k.open[i]) {
        return false;
      }
    }
    return true;
  }

  void dead(long print, Box box) {
    put(print, box, DEAD, null).guessed = false;
  }

  /**
   * @param at where the box was found; what is open there must be open elsewhere too
   */
  Known alive(long print, Box box, Symbols at, int reached) {
    boolean some = false;
    for (int i = 0; i < at.size; i++) {
      some |= at.open[i];
    }
    return put(print, box, reached, some ? java.util.Arrays.copyOf(at.open, at.size) : null);
  }

  private Known put(long print, Box box, int reached, boolean[] open) {
    if (kept > MOST) {
      clear();
    }
    Known known = new Known();
    known.box.lo = java.util.Arrays.copyOf(box.lo, box.size);
    known.box.hi = java.util.Arrays.copyOf(box.hi, box.size);
    known.box.size = box.size;
    known.reached = reached;
    known.open = open;
    int i = place(print);
    if (first[i] == null) {
      places++;
      key[i] = print;
    }
    known.next = first[i];
    first[i] = known;
    kept++;
    shorten(known);
    if (places * 2 > key.length) {
      rehash();
    }
    return known;
  }

  private void shorten(Known head) {
    Known last = head;
    for (int n = 1; n < MOST_IN_PLACE && last.next != null; n++) {
      last = last.next;
    }
    for (Known k = last.next; k != null; k = k.next) {
      kept--;
    }
    last.next = null;
  }

  /** Drops what was only given up on, to be tried again. */
  void forgetGuesses() {
    for (int i = 0; i < first.length; i++) {
      for (Known k = first[i]; k != null; k = k.next) {
        k.reached = k.guessed ? UNMET : k.reached;
      }
    }
  }

  private void clear() {
    key = new long[256];
    first = new Known[256];
    places = 0;
    kept = 0;
  }

  private int place(long print) {
    int i = (int) (print ^ (print >>> 32)) & (key.length - 1);
    while (first[i] != null && key[i] != print) {
      i = (i + 1) & (key.length - 1);
    }
    return i;
  }

  private void rehash() {
    long[] oldKey = key;
    Known[] oldFirst = first;
    key = new long[oldKey.length * 2];
    first = new Known[key.length];
    for (int i = 0; i < oldKey.length; i++) {
      if (oldFirst[i] != null) {
        int to = place(oldKey[i]);
        key[to] = oldKey[i];
        first[to] = oldFirst[i];
      }
    }
  }
}
