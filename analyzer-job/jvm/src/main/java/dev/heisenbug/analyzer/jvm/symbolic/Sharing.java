package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which locations are touched by two threads with a write among them; filled by the first pass over
 * the log and by what interpretation finds out later, after which interpretation starts over.
 *
 * <p>A location is a {@code long}: object number (0 for static) and field number or array index.
 */
final class Sharing {
  private static final int MULTI = 1 << 30;
  private static final int WRITTEN = 1 << 29;
  private static final int THREAD = WRITTEN - 1;
  private static final int MAX_CANDIDATES = 16;

  private long[] keys = new long[1 << 12];
  private int[] states = new int[1 << 12];
  private int size;
  private int shared;
  private final Set<Long> untracked = new HashSet<>();
  private final Set<Integer> wholeArrays = new HashSet<>();
  private final Map<Long, Set<Long>> stored = new HashMap<>();
  private final Map<Long, String> types = new HashMap<>();
  private final Set<Long> asked = new HashSet<>();
  private long changes;

  static long key(int base, int fieldOrIndex) {
    return ((long) base << 32) | (fieldOrIndex & 0xFFFF_FFFFL);
  }

  void touch(long key, int thread, boolean write) {
    int slot = slot(key);
    int old = states[slot];
    if (old == 0) {
      keys[slot] = key;
      states[slot] = (thread + 1) | (write ? WRITTEN : 0);
      if (++size * 2 > keys.length) {
        grow();
      }
      return;
    }
    int now = old | (write ? WRITTEN : 0) | ((old & THREAD) != thread + 1 ? MULTI : 0);
    states[slot] = now;
    if (isShared(now) && !isShared(old)) {
      shared++;
      changes++;
    }
  }

  private static boolean isShared(int state) {
    return (state & (MULTI | WRITTEN)) == (MULTI | WRITTEN);
  }

  boolean isShared(long key) {
    return isShared(states[slot(key)]);
  }

  /** Whether anybody has written it. */
  boolean isWritten(long key) {
    return (states[slot(key)] & WRITTEN) != 0;
  }

  int sharedCount() {
    return shared;
  }

  int locationCount() {
    return size;
  }

  /** Values appear there that no write explains: reads of it are unknown. */
  boolean isUntracked(long key) {
    return !untracked.isEmpty() && untracked.contains(key);
  }

  void untrack(long key) {
    if (untracked.add(key)) {
      changes++;
    }
  }

  int untrackedCount() {
    return untracked.size();
  }

  /** Whether all cells of the array are modelled because an index depends on shared reads. */
  boolean isWhole(int array) {
    return !wholeArrays.isEmpty() && wholeArrays.contains(array);
  }

  void wholeArray(int array) {
    if (wholeArrays.add(array)) {
      changes++;
    }
  }

  /**
   * Notes a reference that is stored in a shared location.
   *
   * @param type the object's class, null if it is not known
   */
  void stores(long key, long ref, String type) {
    if (type != null) {
      types.put(ref, type);
    }
    Set<Long> refs = stored.computeIfAbsent(key, k -> new TreeSet<>());
    if (refs.size() <= MAX_CANDIDATES && refs.add(ref) && asked.contains(key)) {
      changes++;
    }
  }

  /** All references ever stored there, or empty when there are too many to list. */
  Set<Long> candidates(long key) {
    asked.add(key);
    Set<Long> refs = stored.getOrDefault(key, Set.of());
    return refs.size() > MAX_CANDIDATES ? Set.of() : refs;
  }

  /**
   * Class of an object that was ever stored in a shared location; the log itself tells only of
   * objects that it has come to.
   */
  String typeOf(long ref) {
    return types.get(ref);
  }

  /** Grows whenever something is learned that makes an earlier interpretation incomplete. */
  long changes() {
    return changes;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    long h = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (h >>> 33) & mask;
    while (states[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldStates = states;
    keys = new long[oldKeys.length * 2];
    states = new int[oldKeys.length * 2];
    Arrays.fill(states, 0);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldStates[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        states[slot] = oldStates[i];
      }
    }
  }
}
