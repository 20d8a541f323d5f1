package dev.heisenbug.control.rt;

/**
 * Finds the controlled thread of a thread without any lock. Threads that carry virtual ones ask
 * too, and must not wait for a lock that a virtual thread is to get next: it needs a carrier for
 * that.
 *
 * <p>Entries are only added, under the scheduler's lock. Whoever looks for a thread was started
 * after it was added, or got the baton since; others find nothing, which is right.
 */
final class ThreadTable {
  private static final int BUCKETS = 4096;
  private final Entry[] entries = new Entry[BUCKETS];

  /** A thread, and the next one in its bucket. */
  private static final class Entry {
    final CThread value;
    final Entry next;

    Entry(CThread value, Entry next) {
      this.value = value;
      this.next = next;
    }
  }

  void add(CThread t) {
    int bucket = bucket(t.thread);
    entries[bucket] = new Entry(t, entries[bucket]);
  }

  /** The controlled thread, or null. */
  CThread get(Thread thread) {
    for (Entry e = entries[bucket(thread)]; e != null; e = e.next) {
      if (e.value.thread == thread) {
        return e.value;
      }
    }
    return null;
  }

  private static int bucket(Thread thread) {
    return System.identityHashCode(thread) & BUCKETS - 1;
  }
}
