package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** State of locks, conditions, semaphores, barriers, counters and permits, written for clarity. */
final class Sync {
  /** In a condition's queue: a signal that some earlier waiter in the queue may use. */
  private static final int TOKEN = -1;

  private final SymbolicTrace trace;
  private final int[] owner;
  private final int[] depth;

  /** Read holds per lock and thread. */
  private final int[] readers;

  private final long[] count;
  private final int[] arrived;
  private final int[] generation;
  private final int[] savedDepth;
  private final int[] entered;
  private final Map<Integer, List<Integer>> queues = new HashMap<>();

  Sync(SymbolicTrace trace) {
    this.trace = trace;
    int objects = trace.objects().size();
    owner = new int[objects];
    Arrays.fill(owner, -1);
    depth = new int[objects];
    readers = new int[objects * trace.threadCount()];
    count = new long[objects];
    Arrays.setAll(count, o -> trace.objects().get(o).permits());
    arrived = new int[objects];
    generation = new int[objects];
    savedDepth = new int[trace.threadCount()];
    entered = new int[trace.threadCount()];
  }

  private Sync(Sync other) {
    trace = other.trace;
    owner = other.owner.clone();
    depth = other.depth.clone();
    readers = other.readers.clone();
    count = other.count.clone();
    arrived = other.arrived.clone();
    generation = other.generation.clone();
    savedDepth = other.savedDepth.clone();
    entered = other.entered.clone();
    other.queues.forEach((c, queue) -> queues.put(c, new ArrayList<>(queue)));
  }

  String key() {
    return Arrays.toString(owner)
        + Arrays.toString(depth)
        + Arrays.toString(readers)
        + Arrays.toString(count)
        + Arrays.toString(arrived)
        + Arrays.toString(generation)
        + Arrays.toString(savedDepth)
        + Arrays.toString(entered)
        + queues;
  }

  Sync copy() {
    return new Sync(this);
  }

  /** Performs a synchronisation event on an object; returns why it cannot happen now, or null. */
  String step(int e, EventKind kind) {
    int t = trace.thread(e);
    int o = trace.target(e);
    int n = trace.arg(e);
    boolean flag = trace.mode(e) != 0;
    return switch (kind) {
      case LOCK -> lock(t, o, flag);
      case UNLOCK -> unlock(t, o, flag);
      case LOCK_FAIL -> free(t, o, flag) ? "the lock was free" : null;
      case WAIT -> beginWait(t, o, n);
      case WAKE -> wake(t, o, n, !flag);
      case SIGNAL -> signal(o, 1);
      case BROADCAST -> signal(o, Integer.MAX_VALUE);
      case BARRIER_ENTER -> enter(t, o, n);
      case BARRIER_EXIT -> entered[t] < generation[o] ? null : "the barrier is not complete";
      case ACQUIRE -> take(o, n);
      case ACQUIRE_FAIL -> count[o] >= n ? "the permits were there" : null;
      case RELEASE, POST -> give(o, n);
      case AWAIT -> count[o] >= n ? null : "the counter has not got there";
      case PARK -> park(o, !flag);
      case UNPARK -> {
        count[o] = 1;
        yield null;
      }
      default -> throw new IllegalArgumentException("no synchronisation: " + kind);
    };
  }

  private boolean free(int t, int o, boolean shared) {
    return owner[o] == t || (owner[o] < 0 && (shared || unread(o)));
  }

  private boolean unread(int o) {
    return IntStream.range(0, trace.threadCount()).allMatch(t -> readers[reader(t, o)] == 0);
  }

  private int reader(int t, int o) {
    return o * trace.threadCount() + t;
  }

  private String lock(int t, int o, boolean shared) {
    if (!free(t, o, shared)) {
      return "the lock is held";
    }
    if (shared) {
      readers[reader(t, o)]++;
    } else {
      owner[o] = t;
      depth[o]++;
    }
    return null;
  }

  private String unlock(int t, int o, boolean shared) {
    if (shared ? readers[reader(t, o)] == 0 : owner[o] != t) {
      return "the lock is not held";
    }
    if (shared) {
      readers[reader(t, o)]--;
    } else if (--depth[o] == 0) {
      owner[o] = -1;
    }
    return null;
  }

  private List<Integer> queue(int condition) {
    return queues.computeIfAbsent(condition, c -> new ArrayList<>());
  }

  private String beginWait(int t, int condition, int lock) {
    if (owner[lock] != t) {
      return "the lock of the wait is not held";
    }
    savedDepth[t] = depth[lock];
    depth[lock] = 0;
    owner[lock] = -1;
    queue(condition).add(t);
    return null;
  }

  private String wake(int t, int condition, int lock, boolean notified) {
    List<Integer> queue = queue(condition);
    int at = queue.indexOf(t);
    if (at < 0) {
      return "the thread does not wait";
    }
    if (!free(t, lock, false)) {
      return "the lock is held";
    }
    int token = -1;
    for (int i = at + 1; i < queue.size() && token < 0; i++) {
      token = queue.get(i) == TOKEN ? i : -1;
    }
    if (notified && token < 0) {
      return "nobody has signalled since the wait began";
    }
    boolean allNotified = waiters(queue) <= queue.size() - waiters(queue);
    if (notified || (allNotified && token >= 0)) {
      queue.remove(token);
    }
    queue.remove(at);
    owner[lock] = t;
    depth[lock] = savedDepth[t];
    return null;
  }

  private static int waiters(List<Integer> queue) {
    return (int) queue.stream().filter(entry -> entry != TOKEN).count();
  }

  private String signal(int condition, int most) {
    List<Integer> queue = queue(condition);
    int waiters = waiters(queue);
    int unnotified = waiters - (queue.size() - waiters);
    for (int i = 0; i < Math.min(most, unnotified); i++) {
      queue.add(TOKEN);
    }
    return null;
  }

  private String enter(int t, int o, int parties) {
    entered[t] = generation[o];
    if (++arrived[o] >= parties) {
      arrived[o] = 0;
      generation[o]++;
    }
    return null;
  }

  private String take(int o, int n) {
    if (count[o] < n) {
      return "too few permits";
    }
    count[o] -= n;
    return null;
  }

  private String give(int o, int n) {
    count[o] += n;
    return null;
  }

  private String park(int o, boolean needed) {
    if (needed && count[o] == 0) {
      return "no permit to return from park";
    }
    count[o] = 0;
    return null;
  }
}
