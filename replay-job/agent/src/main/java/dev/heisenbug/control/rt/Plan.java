package dev.heisenbug.control.rt;

import java.util.Arrays;
import java.util.List;

/**
 * A schedule as the agent is given it: turns and commits in order, and the stores to be delayed.
 *
 * <p>One line each: thread, tab, point; a third field {@code hold} or {@code commit} makes it a
 * delayed store or its commit instead of a turn. A turn whose third field is {@code init} ends
 * behind that point already where the thread is about to initialise a class at the site in the
 * fourth.
 */
final class Plan {
  private final String[] threads;
  private final int[] points;
  private final boolean[] commits;
  private final String[] inits;
  private final String[] holders;
  private final int[] held;
  private int size;
  private int holds;

  private Plan(int lines) {
    threads = new String[lines];
    points = new int[lines];
    commits = new boolean[lines];
    inits = new String[lines];
    holders = new String[lines];
    held = new int[lines];
  }

  static Plan of(List<String> lines) {
    Plan p = new Plan(lines.size());
    for (String line : lines) {
      String[] fields = line.split("\t");
      int point = Integer.parseInt(fields[1]);
      if (fields.length > 2 && fields[2].equals("hold")) {
        p.holders[p.holds] = fields[0];
        p.held[p.holds++] = point;
      } else {
        p.threads[p.size] = fields[0];
        p.points[p.size] = point;
        p.inits[p.size] = fields.length > 3 && fields[2].equals("init") ? fields[3] : null;
        p.commits[p.size++] = fields.length > 2 && fields[2].equals("commit");
      }
    }
    return p;
  }

  int size() {
    return size;
  }

  String thread(int i) {
    return threads[i];
  }

  /** Where the turn ends, or which store becomes visible. */
  int point(int i) {
    return points[i];
  }

  boolean isCommit(int i) {
    return commits[i];
  }

  /** The site of the class use before which the turn ends, or null if it ends at a point. */
  String init(int i) {
    return inits[i];
  }

  /** Whether the store at the thread's present point is one to be delayed. */
  boolean holds(CThread t) {
    if (t.held == null) {
      t.held = heldBy(t.id);
    }
    // The JDK's own search may be woven.
    int low = 0;
    int high = t.held.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (t.held[middle] == t.idx) {
        return true;
      }
      if (t.held[middle] < t.idx) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  private int[] heldBy(String thread) {
    int[] points = new int[holds];
    int n = 0;
    for (int i = 0; i < holds; i++) {
      if (holders[i].equals(thread)) {
        points[n++] = held[i];
      }
    }
    Ctl.enterAgent();
    try {
      Arrays.sort(points, 0, n);
      return Arrays.copyOf(points, n);
    } finally {
      Ctl.leaveAgent();
    }
  }
}
