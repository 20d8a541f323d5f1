package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.order.HappensBefore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Exhaustive search, some way ahead, over the orders of one cell's accesses that keep the known
 * order. Why a way failed or went well is remembered as a range of values, so that one answer
 * serves many later questions.
 */
final class CellSearch {
  /** Accesses that are tried ahead; half of them must still be ahead before more are tried. */
  private static final int AHEAD = 48;

  private final CellPlan plan;
  private final HappensBefore order;
  private final CellState state;
  private final int[] position;
  private final int[] rank;
  private final Boxes known = new Boxes();
  private final CellReasons reasons;
  private final List<Level> levels = new ArrayList<>();
  private final Box behind = new Box();
  private Budget limit;
  private long steps;
  private int effort;

  /** What a search found out. */
  enum Verdict {
    DEAD,
    ALIVE,
    UNSURE
  }

  /** One access on the way that is tried. */
  private static final class Level {
    final Symbols symbols = new Symbols();

    /** Values for which everything tried so far from here fails. */
    final Box failed = new Box();

    long place;
    int cursor;
    int moved;
    long content;
    boolean contentOpen;
  }

  CellSearch(CellPlan plan, HappensBefore order, CellState state, int[] rank) {
    this.plan = plan;
    this.order = order;
    this.state = state;
    this.position = state.position;
    this.rank = rank;
    this.reasons = new CellReasons(state);
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
      known.forgetGuesses();
    }
    effort = most;
    int done = state.enter(plan, state.machine.cell(e));
    if (done == plan.total) {
      return false;
    }
    Level start = enter(0);
    int enough = Math.min(plan.total, done + AHEAD / 2);
    int reached = known.find(start.place, start.symbols, enough);
    int target = Math.min(plan.total, done + AHEAD);
    return reached == Boxes.DEAD
        || (reached == Boxes.UNMET && search(done, target, most) == Verdict.DEAD);
  }

  /**
   * Whether the accesses can be done at all, from the start of the machine on.
   *
   * @param any one of the accesses
   */
  Verdict whole(int any, int most, Budget within) {
    effort = most;
    limit = within;
    int done = state.enter(plan, state.machine.cell(any));
    enter(0);
    return search(done, plan.total, most);
  }

  /** Every condition that ever failed. */
  BitSet blamed() {
    return reasons.blamed();
  }

  private Level enter(int depth) {
    if (depth == levels.size()) {
      levels.add(new Level());
    }
    Level level = levels.get(depth);
    state.symbols(plan, level.symbols);
    level.failed.open(level.symbols.size);
    level.place = state.place();
    level.cursor = -1;
    return level;
  }

  /** Whether some order of accesses leads as far as the target. */
  private Verdict search(int done, int target, int most) {
    int depth = 0;
    for (int left = most; ; ) {
      Level level = levels.get(depth);
      int t = next(level.cursor);
      if (t < 0) {
        known.dead(level.place, level.failed);
        if (depth == 0) {
          return Verdict.DEAD;
        }
        failedBehind(--depth, level.failed);
        continue;
      }
      if (--left < 0 || (limit != null && (left & 4095) == 0 && limit.exhausted())) {
        guess(target);
        return Verdict.UNSURE;
      }
      if (!step(t, level)) {
        continue;
      }
      Level next = enter(depth + 1);
      int reached = known.find(next.place, next.symbols, target);
      if (reached == Boxes.DEAD) {
        failedBehind(depth, known.match().box);
      } else if (reached >= target || done + depth + 1 == target) {
        behind.open(next.symbols.size);
        succeeded(depth, reached >= target ? known.match().box : behind, target);
        return Verdict.ALIVE;
      } else {
        depth++;
      }
    }
  }

  /** Executes a thread's next access; undone and false where it breaks a condition. */
  private boolean step(int t, Level level) {
    steps++;
    CellPlan.Access access = plan.accesses[t][position[t]];
    level.cursor = rank[access.event];
    level.moved = t;
    level.content = state.content;
    level.contentOpen = state.contentOpen;
    if (!state.perform(access)) {
      reasons.failed(access, level.symbols, level.failed);
      return false;
    }
    position[t]++;
    return true;
  }

  /** Takes the access of a level back, which led to nothing for the values in a box behind it. */
  private void failedBehind(int depth, Box dead) {
    Level level = levels.get(depth);
    CellPlan.Access access = undo(level);
    reasons.through(access, level.symbols, levels.get(depth + 1).symbols, dead, level.failed);
  }

  private CellPlan.Access undo(Level level) {
    position[level.moved]--;
    state.content = level.content;
    state.contentOpen = level.contentOpen;
    return plan.accesses[level.moved][position[level.moved]];
  }

  /**
   * Remembers for which values the whole way down to a level, and on from a box there, goes well.
   */
  private void succeeded(int last, Box box, int target) {
    Box alive = box;
    for (int d = last; d >= 0; d--) {
      Level level = levels.get(d);
      Box before = level.failed;
      before.open(level.symbols.size);
      CellPlan.Access access = undo(level);
      reasons.through(access, level.symbols, levels.get(d + 1).symbols, alive, before);
      reasons.held(access, before);
      known.alive(level.place, before, level.symbols, target);
      alive = before;
    }
  }

  /** Neither dead nor alive within the effort: taken for alive, for these very values. */
  private void guess(int target) {
    Level start = levels.get(0);
    Box box = start.failed;
    box.open(start.symbols.size);
    for (int i = 0; i < box.size; i++) {
      if (!start.symbols.open[i]) {
        box.narrow(i, start.symbols.value[i], start.symbols.value[i]);
      }
    }
    known.alive(start.place, box, start.symbols, target).guessed = true;
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
      if (waits && order.placedBefore(plan.accesses[u][position[u]].event, e)) {
        return false;
      }
    }
    return true;
  }
}
