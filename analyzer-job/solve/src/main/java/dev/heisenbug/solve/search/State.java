package dev.heisenbug.solve.search;

import java.util.Arrays;

/**
 * All mutable machine state as one vector with an undo trail and a running fingerprint, so that
 * going back and recognising a state seen before cost the same for every kind of synchronisation.
 */
final class State {
  /** Slots that a saved state shares with its parent or copies together. */
  private static final int PAGE = 64;

  private long[] slot;

  /** What a slot held before anything was executed. */
  private long[] origin;

  /** The saved pages that the slots stand at, apart from what the trail says. */
  private long[][] loaded = {};

  private int size;
  private int[] trailSlot = new int[1024];
  private long[] trailOld = new long[1024];
  private int trailTop;
  private long fingerprint;

  State(int size) {
    this.slot = new long[pages(size) * PAGE];
    this.origin = slot.clone();
    this.size = size;
  }

  private static int pages(int slots) {
    return (slots + PAGE - 1) / PAGE;
  }

  /** Adds slots at the end; they stay when the machine goes back. */
  int grow(int count) {
    int first = size;
    size += count;
    if (size > slot.length) {
      slot = Arrays.copyOf(slot, pages(size + (size >> 1)) * PAGE);
      origin = Arrays.copyOf(origin, slot.length);
    }
    return first;
  }

  /** Sets an initial value: not undone, not part of the fingerprint. */
  void init(int i, long value) {
    slot[i] = value;
    origin[i] = value;
  }

  long get(int i) {
    return slot[i];
  }

  int getInt(int i) {
    return (int) slot[i];
  }

  void set(int i, long value) {
    long old = slot[i];
    if (old != value) {
      fingerprint ^= Mix.of(i, old) ^ Mix.of(i, value);
      push(i, old);
      slot[i] = value;
    }
  }

  /** As {@link #set}, for bookkeeping that does not tell states apart. */
  void setQuiet(int i, long value) {
    push(i, slot[i]);
    slot[i] = value;
  }

  /** Toggles something that is not kept in a slot in the fingerprint. */
  void mix(long hash) {
    fingerprint ^= hash;
  }

  private void push(int i, long old) {
    if (trailTop == trailSlot.length) {
      trailSlot = Arrays.copyOf(trailSlot, trailTop * 2);
      trailOld = Arrays.copyOf(trailOld, trailTop * 2);
    }
    trailSlot[trailTop] = i;
    trailOld[trailTop++] = old;
  }

  /**
   * The present state as pages, of which those not written since {@link #load} are the loaded ones;
   * null stands for a page as it was before anything was executed.
   */
  long[][] save() {
    // Slots added from now on must not share a page with any that is saved.
    size = pages(size) * PAGE;
    long[][] saved = Arrays.copyOf(loaded, pages(size));
    for (int i = 0; i < trailTop; i++) {
      int p = trailSlot[i] / PAGE;
      if (saved[p] == (p < loaded.length ? loaded[p] : null)) {
        saved[p] = Arrays.copyOfRange(slot, p * PAGE, (p + 1) * PAGE);
      }
    }
    return saved;
  }

  /** Goes to a saved state; the way back from it begins anew. */
  void load(long[][] saved, long savedFingerprint) {
    undo(0, 0);
    int count = Math.max(saved.length, loaded.length);
    for (int p = 0; p < count; p++) {
      long[] page = p < saved.length ? saved[p] : null;
      if (page != (p < loaded.length ? loaded[p] : null)) {
        System.arraycopy(
            page == null ? origin : page, page == null ? p * PAGE : 0, slot, p * PAGE, PAGE);
      }
    }
    loaded = saved;
    fingerprint = savedFingerprint;
  }

  int mark() {
    return trailTop;
  }

  long fingerprint() {
    return fingerprint;
  }

  void undo(int mark, long oldFingerprint) {
    while (trailTop > mark) {
      trailTop--;
      slot[trailSlot[trailTop]] = trailOld[trailTop];
    }
    fingerprint = oldFingerprint;
  }
}
