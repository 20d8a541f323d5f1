package dev.heisenbug.solve.smt;

import java.util.List;

/** Says which read-write pairs the known order rules out; the default knows nothing. */
interface PairFilter {
  PairFilter NONE = new PairFilter() {};

  /**
   * The read certainly comes before the store takes effect, and is not the store's own thread's.
   */
  default boolean readFirst(int read, int store) {
    return false;
  }

  /** The store is certainly seen by the read, or older than one that is. */
  default boolean storeFirst(int store, int read) {
    return false;
  }

  /** Another store to the same cell certainly lies between. */
  default boolean overwritten(int store, int read, List<Integer> stores) {
    return false;
  }
}
