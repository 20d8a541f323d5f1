package dev.heisenbug.solve.search;

import dev.heisenbug.solve.order.HappensBefore;
import java.util.Arrays;

/**
 * Exhaustive search, some way ahead, over the orders of one cell's accesses that keep the known
 * order; states found dead or alive are remembered for all later questions.
 */
final class CellSearch {
  /** Accesses that are tried ahead; half of them must still be ahead before more are tried. */
  private static final int AHEAD = 48;

  private final CellPlan plan;
  private final HappensBefore known;
  private final CellState state;
  private final int[] position;
  private final int[] rank;
  private final Memo memo = new Memo();

  private long[] print = new long[64];
  private int[] cursor = new int[64];
  private int[] moved = new int[64];
  private long[] oldContent = new long[64];
  private boolean[] oldOpen = new boolean[64];
  private long steps;
  private int effort;

  CellSearch(CellPlan plan, HappensBefore known, CellState state, int[] rank) {
    this.plan = plan;
    this.known = known;
    this.state = state;
    this.position = state.position;
    this.rank = rank;
  }

  long steps() {
    return steps;
  }

  /**
   * No order of the accesses left satisfies their conditions; asked once an access is done.
   *
   * @param most steps after which the question is given up as open
   */
  boolean hopeless(int e, int most) {
    if (most > effort) {
      memo.keep(Memo.DEAD);
    }
    effort = most;
    int done = state.enter(plan, state.machine.cell(e));
    if (done == plan.total) {
      return false;
    }
    long start = state.fingerprint(plan);
    int reached = memo.get(start);
    if (reached >= Math.min(plan.total, done + AHEAD / 2)) {
      return false;
    }
    int target = Math.min(plan.total, done + AHEAD);
    return reached == Memo.DEAD || !search(start, done, target);
  }

  /** Whether some order of accesses leads to so many of them done; true also where unsure. */
  private boolean search(long start, int done, int target) {
    int depth = 0;
    print[0] = start;
    cursor[0] = -1;
    for (int left = effort; ; ) {
      int t = next(cursor[depth]);
      if (t < 0) {
        memo.put(print[depth], Memo.DEAD);
        if (depth == 0) {
          return false;
        }
        undo(--depth);
        continue;
      }
      if (--left < 0) {
        remember(0, target);
        return true;
      }
      if (!step(t, depth)) {
        continue;
      }
      long now = state.fingerprint(plan);
      int reached = memo.get(now);
      if (reached == Memo.DEAD) {
        undo(depth);
        continue;
      }
      push(++depth, now);
      if (reached >= target || done + depth == target) {
        remember(depth, target);
        return true;
      }
    }
  }

  private void remember(int depth, int target) {
    for (int d = 0; d <= depth; d++) {
      memo.put(print[d], target);
    }
  }

  /** Executes a thread's next access; undone and false where it breaks a condition. */
  private boolean step(int t, int depth) {
    steps++;
    CellPlan.Access access = plan.accesses[t][position[t]];
    cursor[depth] = rank[access.event];
    moved[depth] = t;
    oldContent[depth] = state.content;
    oldOpen[depth] = state.contentOpen;
    if (!state.perform(access)) {
      return false;
    }
    position[t]++;
    return true;
  }

  private void undo(int depth) {
    position[moved[depth]]--;
    state.content = oldContent[depth];
    state.contentOpen = oldOpen[depth];
  }

  private void push(int depth, long now) {
    if (depth == print.length) {
      print = Arrays.copyOf(print, depth * 2);
      cursor = Arrays.copyOf(cursor, depth * 2);
      moved = Arrays.copyOf(moved, depth * 2);
      oldContent = Arrays.copyOf(oldContent, depth * 2);
      oldOpen = Arrays.copyOf(oldOpen, depth * 2);
    }
    print[depth] = now;
    cursor[depth] = -1;
  }

  /** The thread whose next access comes first along the guide after a rank and may be next. */
  private int next(int after) {
    int best = -1;
    int bestRank = Integer.MAX_VALUE;
    for (int t = 0; t < position.length; t++) {
      if (position[t] < plan.accesses[t].length) {
        int r = rank[plan.accesses[t][position[t]].event];
        if (r > after && r < bestRank && possible(t)) {
          best = t;
          bestRank = r;
        }
      }
    }
    return best;
  }

  private boolean possible(int t) {
    int e = plan.accesses[t][position[t]].event;
    for (int u = 0; u < position.length; u++) {
      boolean waits = u != t && position[u] < plan.accesses[u].length;
      if (waits && known.before(plan.accesses[u][position[u]].event, e)) {
        return false;
      }
    }
    return true;
  }
}
