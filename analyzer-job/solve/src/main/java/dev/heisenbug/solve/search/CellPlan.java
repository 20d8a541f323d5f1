package dev.heisenbug.solve.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * One memory cell looked at by itself: its accesses thread by thread, and of the conditions and
 * stored values those that nothing but this cell's reads decide. Whatever cannot be satisfied here
 * cannot be satisfied at all.
 */
final class CellPlan {
  private static final int[] NONE = {};
  private static final int MOST_LIVE = 16;

  /** One access. */
  static final class Access {
    final int event;

    /** Expressions that the access makes known. */
    int[] computes = NONE;

    /** Conditions that the access decides. */
    int[] conditions = NONE;

    /** What is still needed of the thread's values once the access is done. */
    int[] live = NONE;

    /** What a store writes; -1 where other cells have a part in it. */
    int stored = -1;

    Access(int event) {
      this.event = event;
    }
  }

  /** Accesses of each thread in program order. */
  final Access[][] accesses;

  /** Place in its thread of each access. */
  final int[][] index;

  final int total;

  CellPlan(Problem problem, List<List<Access>> byThread) {
    accesses = new Access[problem.threads][];
    index = new int[problem.threads][];
    int sum = 0;
    for (int t = 0; t < problem.threads; t++) {
      accesses[t] = byThread.get(t).toArray(Access[]::new);
      index[t] = Arrays.stream(accesses[t]).mapToInt(a -> problem.index[a.event]).toArray();
      sum += index[t].length;
    }
    total = sum;
  }

  private CellPlan(CellPlan other, BitSet kept) {
    accesses = new Access[other.accesses.length][];
    index = other.index;
    total = other.total;
    for (int t = 0; t < accesses.length; t++) {
      accesses[t] = new Access[other.accesses[t].length];
      for (int i = 0; i < accesses[t].length; i++) {
        Access from = other.accesses[t][i];
        Access to = new Access(from.event);
        to.computes = from.computes;
        to.live = from.live;
        to.stored = from.stored;
        to.conditions = Arrays.stream(from.conditions).filter(kept::get).toArray();
        accesses[t][i] = to;
      }
    }
  }

  /** The same accesses with fewer conditions. */
  CellPlan with(BitSet kept) {
    return new CellPlan(this, kept);
  }

  /** Some access. */
  int any() {
    return Arrays.stream(accesses).filter(own -> own.length > 0).findFirst().orElseThrow()[0].event;
  }

  /** How many of a thread's accesses lie before a place in it. */
  int before(int t, int position) {
    int at = Arrays.binarySearch(index[t], position);
    return at < 0 ? ~at : at;
  }

  /** What a thread still needs once so many of its accesses are done. */
  int[] live(int t, int done) {
    return done == 0 ? NONE : accesses[t][done - 1].live;
  }

  boolean decidesSomething() {
    return Arrays.stream(accesses).flatMap(Arrays::stream).anyMatch(a -> a.conditions.length > 0);
  }

  boolean isShared() {
    return Arrays.stream(index).filter(own -> own.length > 0).count() > 1;
  }

  /** Fills in what stays alive after each access; false where that is too much to be told apart. */
  boolean placeValues(EvalPlan plan, boolean[] pure) {
    for (Access[] own : accesses) {
      List<Integer> live = new ArrayList<>();
      for (int k = own.length - 1; k >= 0; k--) {
        own[k].live = live.stream().mapToInt(Integer::intValue).toArray();
        for (int n : own[k].computes) {
          live.remove((Integer) n);
        }
        int read = plan.readNode[own[k].event];
        live.remove((Integer) read);
        for (int n : own[k].computes) {
          for (int i = 0; i < plan.op[n].arity(); i++) {
            need(live, own[k], plan, pure, plan.operand(n, i));
          }
        }
        for (int n : own[k].conditions) {
          need(live, own[k], plan, pure, n);
        }
        if (own[k].stored >= 0) {
          need(live, own[k], plan, pure, own[k].stored);
        }
        if (live.size() > MOST_LIVE) {
          return false;
        }
      }
    }
    return true;
  }

  private static void need(List<Integer> live, Access at, EvalPlan plan, boolean[] pure, int n) {
    boolean before = pure[n] && plan.readyAt[n] >= 0 && plan.readyAt[n] != at.event;
    if (before && !live.contains(n)) {
      live.add(n);
    }
  }
}
