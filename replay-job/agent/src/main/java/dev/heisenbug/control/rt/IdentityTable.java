package dev.heisenbug.control.rt;

import java.util.Arrays;

/**
 * Identity map from objects to values, used by code that runs inside woven library classes.
 *
 * <p>It exists because the JDK's own maps are woven: using them from a hook would call the hook
 * again. Not thread-safe; callers hold the baton or the scheduler's lock.
 */
final class IdentityTable<V> {
  private Object[] keys = new Object[256];
  private Object[] values = new Object[256];
  private int size;

  @SuppressWarnings("unchecked")
  V get(Object key) {
    int i = find(key);
    return keys[i] == null ? null : (V) values[i];
  }

  void put(Object key, V value) {
    int i = find(key);
    if (keys[i] == null) {
      keys[i] = key;
      size++;
    }
    values[i] = value;
    if (size * 2 > keys.length) {
      grow();
    }
  }

  void remove(Object key) {
    int i = find(key);
    if (keys[i] == null) {
      return;
    }
    int mask = keys.length - 1;
    int hole = i;
    for (int j = (i + 1) & mask; keys[j] != null; j = (j + 1) & mask) {
      int home = slot(keys[j], mask);
      if (((j - home) & mask) >= ((j - hole) & mask)) {
        keys[hole] = keys[j];
        values[hole] = values[j];
        hole = j;
      }
    }
    keys[hole] = null;
    values[hole] = null;
    size--;
  }

  int size() {
    return size;
  }

  private int find(Object key) {
    int mask = keys.length - 1;
    int i = slot(key, mask);
    while (keys[i] != null && keys[i] != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private static int slot(Object key, int mask) {
    int h = System.identityHashCode(key);
    return (h ^ (h >>> 15)) & mask;
  }

  private void grow() {
    Object[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new Object[oldKeys.length * 2];
    values = new Object[oldKeys.length * 2];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != null) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
    Arrays.fill(oldKeys, null);
  }
}
