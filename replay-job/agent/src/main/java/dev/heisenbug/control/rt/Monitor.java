package dev.heisenbug.control.rt;

/** The scheduler's picture of one object's monitor: owner, depth, and who waits to be notified. */
final class Monitor {
  CThread owner;
  int depth;

  /** Threads in {@code wait()}, oldest first; a slot is null once its thread was notified. */
  private CThread[] waiters = new CThread[4];

  private int waiting;

  boolean freeFor(CThread t) {
    return owner == null || owner == t;
  }

  void enter(CThread t) {
    owner = t;
    depth++;
  }

  /** Returns whether the monitor is free now. */
  boolean exit(CThread t) {
    if (owner != t) {
      return false;
    }
    depth--;
    if (depth > 0) {
      return false;
    }
    owner = null;
    return true;
  }

  void addWaiter(CThread t) {
    if (waiting == waiters.length) {
      CThread[] bigger = new CThread[waiting * 2];
      System.arraycopy(waiters, 0, bigger, 0, waiting);
      waiters = bigger;
    }
    waiters[waiting++] = t;
  }

  void removeWaiter(CThread t) {
    for (int i = 0; i < waiting; i++) {
      if (waiters[i] == t) {
        System.arraycopy(waiters, i + 1, waiters, i, waiting - i - 1);
        waiters[--waiting] = null;
        return;
      }
    }
  }

  int waiting() {
    return waiting;
  }

  CThread waiter(int i) {
    return waiters[i];
  }

  boolean unused() {
    return owner == null && waiting == 0;
  }
}
