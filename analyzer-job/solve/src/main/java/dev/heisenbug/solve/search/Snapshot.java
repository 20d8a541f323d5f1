package dev.heisenbug.solve.search;

/**
 * A state to come back to, at the cost of what differs from where the machine stands.
 *
 * @param pages of the machine's state
 * @param values per thread: what it still needs of what it read, and its buffered stores
 * @param way how it was reached
 * @param executed events so far
 * @param parent the state it was reached from, null at the start
 */
record Snapshot(
    long[][] pages, long fingerprint, long[][] values, Way way, int executed, Snapshot parent) {
  /** The state so many generations before, or the first one. */
  Snapshot ancestor(int generations) {
    Snapshot s = this;
    for (int i = 0; i < generations && s.parent != null; i++) {
      s = s.parent;
    }
    return s;
  }

  /** Steps from one saved state to the next, as events and {@code ~event} commits. */
  record Way(Way before, int[] steps, int total) {
    static final Way NONE = new Way(null, new int[0], 0);

    Way then(int[] more) {
      return new Way(this, more, total + more.length);
    }

    /** All steps from the start. */
    int[] all() {
      int[] result = new int[total];
      for (Way w = this; w != null; w = w.before) {
        System.arraycopy(w.steps, 0, result, w.total - w.steps.length, w.steps.length);
      }
      return result;
    }
  }
}
