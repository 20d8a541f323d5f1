package dev.heisenbug.control.rt;

/**
 * The delayed stores of one thread, oldest first, and the order in which they may become visible:
 * TSO one after the other, PSO one after the other for each variable, and never past a barrier.
 */
final class StoreBuffer {
  /** As many stores as a processor of our days can delay; the oldest leaves when one more comes. */
  static final int CAPACITY = 64;

  private final boolean fifo;
  private Delayed[] stores = new Delayed[8];
  private int size;
  private int epoch;

  /**
   * @param fifo whether all stores leave in order (TSO), or only those to one variable (PSO)
   */
  StoreBuffer(boolean fifo) {
    this.fifo = fifo;
  }

  int size() {
    return size;
  }

  int epoch() {
    return epoch;
  }

  Delayed get(int i) {
    return stores[i];
  }

  /** Stores from here on become visible after all that came before. */
  void barrier() {
    if (size > 0) {
      epoch++;
    }
  }

  /** Whether a store there has to wait for one that is in the buffer. */
  boolean mustWait(Object base, long offset) {
    if (size == 0) {
      return false;
    }
    if (fifo || stores[0].epoch != epoch) {
      return true;
    }
    for (int i = 0; i < size; i++) {
      if (stores[i].at(base, offset)) {
        return true;
      }
    }
    return false;
  }

  boolean full() {
    return size == CAPACITY;
  }

  void add(Delayed d) {
    if (size == stores.length) {
      Delayed[] bigger = new Delayed[size * 2];
      System.arraycopy(stores, 0, bigger, 0, size);
      stores = bigger;
    }
    stores[size++] = d;
  }

  /** Whether nothing in the buffer has to become visible before the i-th store. */
  boolean mayLeave(int i) {
    if (fifo) {
      return i == 0;
    }
    if (stores[i].epoch != stores[0].epoch) {
      return false;
    }
    for (int k = 0; k < i; k++) {
      if (stores[k].at(stores[i].base, stores[i].offset)) {
        return false;
      }
    }
    return true;
  }

  /** The place of the store with that name, or -1. */
  int find(int idx) {
    for (int i = 0; i < size; i++) {
      if (stores[i].idx == idx) {
        return i;
      }
    }
    return -1;
  }

  /** A store that nothing keeps any more, or -1. */
  int loose() {
    for (int i = 0; i < size; i++) {
      if (!stores[i].held && mayLeave(i)) {
        return i;
      }
    }
    return -1;
  }

  Delayed remove(int i) {
    Delayed d = stores[i];
    System.arraycopy(stores, i + 1, stores, i, size - i - 1);
    stores[--size] = null;
    return d;
  }
}
