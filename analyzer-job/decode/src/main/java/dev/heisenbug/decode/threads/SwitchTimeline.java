package dev.heisenbug.decode.threads;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which thread ran when on one CPU, from its context switches. Times are perf's nanoseconds. */
public final class SwitchTimeline {
  /** The start or end of an execution lies outside the recording. */
  public static final long OPEN = Long.MIN_VALUE;

  private final List<Change> changes = new ArrayList<>();
  private boolean sorted = true;

  private record Change(long time, boolean out, ThreadId thread, ThreadId other) {}

  /** A stretch of time in which a thread ran without a break. */
  public record Execution(ThreadId thread, long start, long end) {}

  void add(long time, boolean out, ThreadId thread, ThreadId other) {
    sorted &= changes.isEmpty() || changes.getLast().time <= time;
    changes.add(new Change(time, out, thread, other));
  }

  private void sort() {
    if (!sorted) {
      changes.sort(Comparator.comparingLong(Change::time));
      sorted = true;
    }
  }

  /** Number of switch records. */
  public int records() {
    return changes.size();
  }

  /** The thread that runs at {@code time}, as far as the records tell. */
  public ThreadId at(long time) {
    sort();
    int i = indexAt(time);
    if (i < 0) {
      if (changes.isEmpty()) {
        return ThreadId.UNKNOWN;
      }
      Change first = changes.getFirst();
      return first.out ? first.thread : first.other;
    }
    Change c = changes.get(i);
    if (!c.out) {
      return c.thread;
    }
    // Between out and in the kernel is switching: to the next one.
    boolean inFollows = i + 1 < changes.size() && !changes.get(i + 1).out;
    return inFollows ? changes.get(i + 1).thread : c.other;
  }

  /** The time of the last change up to {@code time}; OPEN when there is none. */
  public long lastChange(long time) {
    sort();
    int i = indexAt(time);
    return i < 0 ? OPEN : changes.get(i).time;
  }

  /** The time of the first change after {@code time}; Long.MAX_VALUE when there is none. */
  public long nextChange(long time) {
    sort();
    int i = indexAt(time) + 1;
    return i < changes.size() ? changes.get(i).time : Long.MAX_VALUE;
  }

  private int indexAt(long time) {
    int low = 0;
    int high = changes.size();
    while (low < high) {
      int mid = low + high >>> 1;
      if (changes.get(mid).time <= time) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low - 1;
  }

  /** All executions in order; those cut by the recording's ends have an open start or end. */
  public List<Execution> executions() {
    sort();
    List<Execution> list = new ArrayList<>();
    Change in = null;
    for (Change c : changes) {
      if (!c.out) {
        if (in != null) {
          list.add(new Execution(in.thread, in.time, OPEN));
        }
        in = c;
      } else if (in != null && in.thread.equals(c.thread)) {
        list.add(new Execution(c.thread, in.time, c.time));
        in = null;
      } else {
        if (in != null) {
          list.add(new Execution(in.thread, in.time, OPEN));
          in = null;
        }
        list.add(new Execution(c.thread, OPEN, c.time));
      }
    }
    if (in != null) {
      list.add(new Execution(in.thread, in.time, OPEN));
    }
    return list;
  }
}
