package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.BitSet;

/** Enabledness and effect of synchronisation events on the {@link State}. */
final class SyncSteps {
  /** Queue entry for a signal; waiters are thread + 1; 0 ends the queue. */
  private static final long TOKEN = -1;

  private final SymbolicTrace trace;
  private final Layout at;
  private final State state;

  /** What a thread can never do because of what it holds itself. */
  private final BitSet impossible;

  SyncSteps(Problem problem, Layout layout, State state) {
    this.trace = problem.trace;
    this.impossible = problem.impossible;
    this.at = layout;
    this.state = state;
  }

  boolean enabled(int e, EventKind kind) {
    int t = trace.thread(e);
    int o = trace.target(e);
    boolean flag = trace.mode(e) != 0;
    return switch (kind) {
      case LOCK -> free(t, o, flag);
      case LOCK_FAIL -> !free(t, o, flag);
      case UNLOCK -> flag ? !impossible.get(e) : get(o, Layout.OWNER) == t + 1;
      case WAIT -> get(trace.arg(e), Layout.OWNER) == t + 1;
      case WAKE -> {
        int waiter = find(o, at.queue[o], t + 1);
        yield waiter >= 0 && free(t, trace.arg(e), false) && (flag || find(o, waiter, TOKEN) >= 0);
      }
      case BARRIER_EXIT -> state.get(at.entered + t) < get(o, Layout.GENERATION);
      case ACQUIRE, AWAIT -> get(o, Layout.COUNT) >= trace.arg(e);
      case ACQUIRE_FAIL -> get(o, Layout.COUNT) < trace.arg(e);
      case PARK -> flag || get(o, Layout.COUNT) > 0;
      default -> true;
    };
  }

  void perform(int e, EventKind kind) {
    int t = trace.thread(e);
    int o = trace.target(e);
    int n = trace.arg(e);
    boolean flag = trace.mode(e) != 0;
    switch (kind) {
      case LOCK -> lock(t, o, flag);
      case UNLOCK -> unlock(o, flag);
      case WAIT -> beginWait(t, o, n);
      case WAKE -> wake(t, o, n, !flag);
      case SIGNAL -> signal(o, 1);
      case BROADCAST -> signal(o, Integer.MAX_VALUE);
      case BARRIER_ENTER -> enter(t, o, n);
      case ACQUIRE -> set(o, Layout.COUNT, get(o, Layout.COUNT) - n);
      case RELEASE, POST -> set(o, Layout.COUNT, get(o, Layout.COUNT) + n);
      case PARK -> set(o, Layout.COUNT, 0);
      case UNPARK -> set(o, Layout.COUNT, 1);
      default -> {}
    }
  }

  private long get(int o, int field) {
    return state.get(at.object(o, field));
  }

  private void set(int o, int field, long value) {
    state.set(at.object(o, field), value);
  }

  private boolean free(int t, int o, boolean shared) {
    long owner = get(o, Layout.OWNER);
    return owner == t + 1 || (owner == 0 && (shared || get(o, Layout.READERS) == 0));
  }

  private void lock(int t, int o, boolean shared) {
    if (shared) {
      set(o, Layout.READERS, get(o, Layout.READERS) + 1);
    } else {
      set(o, Layout.OWNER, t + 1);
      set(o, Layout.DEPTH, get(o, Layout.DEPTH) + 1);
    }
  }

  private void unlock(int o, boolean shared) {
    int field = shared ? Layout.READERS : Layout.DEPTH;
    set(o, field, get(o, field) - 1);
    if (!shared && get(o, Layout.DEPTH) == 0) {
      set(o, Layout.OWNER, 0);
    }
  }

  private void beginWait(int t, int condition, int lock) {
    state.set(at.saved + t, get(lock, Layout.DEPTH));
    set(lock, Layout.DEPTH, 0);
    set(lock, Layout.OWNER, 0);
    append(condition, t + 1);
  }

  private void wake(int t, int condition, int lock, boolean notified) {
    int waiter = find(condition, at.queue[condition], t + 1);
    int token = find(condition, waiter, TOKEN);
    boolean allNotified = waiters(condition) <= tokens(condition);
    if (token >= 0 && (notified || allNotified)) {
      remove(condition, token);
    }
    remove(condition, waiter);
    set(lock, Layout.OWNER, t + 1);
    set(lock, Layout.DEPTH, state.get(at.saved + t));
    state.set(at.saved + t, 0);
  }

  private void signal(int condition, int most) {
    int unnotified = waiters(condition) - tokens(condition);
    for (int i = 0; i < Math.min(most, unnotified); i++) {
      append(condition, TOKEN);
    }
  }

  private void enter(int t, int o, int parties) {
    state.set(at.entered + t, get(o, Layout.GENERATION));
    long arrived = get(o, Layout.ARRIVED) + 1;
    if (arrived >= parties) {
      set(o, Layout.GENERATION, get(o, Layout.GENERATION) + 1);
      arrived = 0;
    }
    set(o, Layout.ARRIVED, arrived);
  }

  private int find(int condition, int from, long entry) {
    for (int i = from; i < at.queueEnd(condition) && state.get(i) != 0; i++) {
      if (state.get(i) == entry) {
        return i;
      }
    }
    return -1;
  }

  private int tokens(int condition) {
    int count = 0;
    for (int i = at.queue[condition]; state.get(i) != 0; i++) {
      count += state.get(i) == TOKEN ? 1 : 0;
    }
    return count;
  }

  private int waiters(int condition) {
    int count = 0;
    for (int i = at.queue[condition]; state.get(i) != 0; i++) {
      count += state.get(i) > 0 ? 1 : 0;
    }
    return count;
  }

  private void append(int condition, long entry) {
    int i = at.queue[condition];
    while (state.get(i) != 0) {
      i++;
    }
    state.set(i, entry);
  }

  private void remove(int condition, int at0) {
    int i = at0;
    while (state.get(i) != 0) {
      state.set(i, state.get(i + 1));
      i++;
    }
  }
}
