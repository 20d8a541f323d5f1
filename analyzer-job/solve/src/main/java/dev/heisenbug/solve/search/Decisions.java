package dev.heisenbug.solve.search;

import java.util.Arrays;

/**
 * The open choices an execution has made so far, oldest first: whether an event was executed or its
 * thread put to sleep, and which older choices share the blame for the other way's failure.
 */
final class Decisions {
  private final int[] latest;
  private int[] event = new int[256];
  private int[] depth = new int[256];
  private int[] earlier = new int[256];
  private int[] number = new int[256];
  private boolean[] slept = new boolean[256];
  private Conflict[] blame = new Conflict[256];
  private int size;

  Decisions(int events) {
    latest = new int[events];
  }

  int size() {
    return size;
  }

  void push(int e, int atDepth, boolean sleep) {
    if (size == event.length) {
      event = Arrays.copyOf(event, size * 2);
      depth = Arrays.copyOf(depth, size * 2);
      earlier = Arrays.copyOf(earlier, size * 2);
      number = Arrays.copyOf(number, size * 2);
      slept = Arrays.copyOf(slept, size * 2);
      blame = Arrays.copyOf(blame, size * 2);
    }
    event[size] = e;
    depth[size] = atDepth;
    earlier[size] = of(e);
    number[size] = number(e);
    slept[size] = sleep;
    blame[size] = null;
    latest[e] = size++;
  }

  /** The latest choice about an event, or -1. */
  int of(int e) {
    int d = latest[e];
    return d < size && event[d] == e ? d : -1;
  }

  /** The choice about the same event before this one, or -1. */
  int earlier(int d) {
    return earlier[d];
  }

  /** How many choices were made about an event so far. */
  int number(int e) {
    int before = of(e);
    return before < 0 ? 0 : number[before] + 1;
  }

  /** How many choices about the same event came before this one. */
  int place(int d) {
    return number[d];
  }

  int event(int d) {
    return event[d];
  }

  int depth(int d) {
    return depth[d];
  }

  /** The first choice made at or after a depth, at most the last one. */
  int since(int atDepth) {
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (depth[middle] < atDepth) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** How many choices were made before a depth. */
  int before(int atDepth) {
    int first = size == 0 ? 0 : since(atDepth);
    return first < size && depth[first] < atDepth ? size : first;
  }

  boolean slept(int d) {
    return slept[d];
  }

  /** Both ways were tried. */
  boolean exhausted(int d) {
    return blame[d] != null;
  }

  Conflict blame(int d) {
    return blame[d];
  }

  /** Drops all choices above and takes the other way here. */
  void flip(int d, Conflict because) {
    size = d + 1;
    latest[event[d]] = d;
    slept[d] = !slept[d];
    blame[d] = because;
  }

  void cut(int newSize) {
    while (size > newSize) {
      size--;
      if (earlier[size] >= 0) {
        latest[event[size]] = earlier[size];
      }
    }
  }

  /** Everything may be tried again. */
  void forget() {
    Arrays.fill(blame, 0, size, null);
  }
}
