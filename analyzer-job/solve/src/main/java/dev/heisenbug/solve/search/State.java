package dev.heisenbug.solve.search;

import java.util.Arrays;

/**
 * All mutable machine state as one vector with an undo trail and a running fingerprint, so that
 * going back and recognising a state seen before cost the same for every kind of synchronisation.
 */
final class State {
  private long[] slot;
  private int size;
  private int[] trailSlot = new int[1024];
  private long[] trailOld = new long[1024];
  private int trailTop;
  private long fingerprint;

  State(int size) {
    this.slot = new long[size];
    this.size = size;
  }

  private State(State other) {
    slot = other.slot.clone();
    size = other.size;
    fingerprint = other.fingerprint;
  }

  /** The same state with an empty trail. */
  State copy() {
    return new State(this);
  }

  /** Adds slots at the end; they stay when the machine goes back. */
  int grow(int count) {
    int first = size;
    size += count;
    if (size > slot.length) {
      slot = Arrays.copyOf(slot, size + (size >> 1));
    }
    return first;
  }

  /** Sets an initial value: not undone, not part of the fingerprint. */
  void init(int i, long value) {
    slot[i] = value;
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
