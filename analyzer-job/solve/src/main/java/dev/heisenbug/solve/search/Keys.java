package dev.heisenbug.solve.search;

import java.util.Arrays;

/** The preferred order as one key per event, changed by flips and changed back at small cost. */
final class Keys {
  private static final int SPACE = 20;

  private final Problem problem;
  private final long[] key;
  private final long[] commit;
  private int[] changed = new int[256];
  private long[] old = new long[256];
  private int top;

  Keys(Problem problem, int[] rank) {
    this.problem = problem;
    key = keys(rank, 0);
    commit = problem.model.relaxed() ? keys(rank, problem.events) : key;
  }

  private long[] keys(int[] rank, int from) {
    long[] keys = new long[problem.events];
    for (int e = 0; e < keys.length; e++) {
      keys[e] = (long) rank[from + e] << SPACE;
    }
    return keys;
  }

  long of(int e) {
    return key[e];
  }

  long ofCommit(int e) {
    return commit[e];
  }

  int mark() {
    return top;
  }

  void apply(Flip flip) {
    long target = key[flip.behind()];
    if (flip.event() < 0) {
      set(flip.event(), target + 1);
      return;
    }
    int e = flip.event();
    int[] own = problem.byThread[problem.thread[e]];
    long next = target;
    for (int i = problem.index[e]; i < own.length && key[own[i]] <= next; i++) {
      set(own[i], ++next);
    }
  }

  /** Makes the keys agree with an order that was really taken, changing as few as it can. */
  void follow(int[] steps) {
    long last = Long.MIN_VALUE;
    for (int s : steps) {
      long own = s < 0 ? commit[~s] : key[s];
      if (own <= last) {
        own = last + 1;
        set(s, own);
      }
      last = own;
    }
  }

  private void set(int slot, long value) {
    if (top == changed.length) {
      changed = Arrays.copyOf(changed, top * 2);
      old = Arrays.copyOf(old, top * 2);
    }
    changed[top] = slot;
    if (slot < 0) {
      old[top++] = commit[~slot];
      commit[~slot] = value;
    } else {
      old[top++] = key[slot];
      key[slot] = value;
      if (commit != key) {
        set(~slot, Math.max(commit[slot], value));
      }
    }
  }

  void undo(int mark) {
    while (top > mark) {
      top--;
      int slot = changed[top];
      if (slot < 0) {
        commit[~slot] = old[top];
      } else {
        key[slot] = old[top];
      }
    }
  }

  /** What was changed so far stays for good. */
  void settle() {
    top = 0;
  }
}
