package dev.heisenbug.solve.search;

import dev.heisenbug.solve.Budget;
import dev.heisenbug.solve.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Fewer context switches for a schedule that works: first the equivalent order that lets each
 * thread run as long as it can, then blocks are moved next to blocks of their thread and the whole
 * is judged again.
 */
final class Minimizer {
  private static final int MOST_FOR_MOVES = 20_000;

  private final Problem problem;
  private final Predicate<Schedule> valid;
  private final Budget budget;

  /**
   * @param valid the judge of every order that is tried
   */
  Minimizer(Problem problem, Predicate<Schedule> valid, Budget budget) {
    this.problem = problem;
    this.valid = valid;
    this.budget = budget;
  }

  Schedule minimize(Schedule found) {
    if (budget.exhausted() || found.size() == 0) {
      return found;
    }
    Schedule best = found;
    Schedule straight = problem.model.relaxed() ? null : revalue(found, straighten(found));
    if (straight != null && switches(straight) < switches(best) && valid.test(straight)) {
      best = straight;
    }
    return best.size() <= MOST_FOR_MOVES ? moveBlocks(best) : best;
  }

  private int switches(Schedule schedule) {
    return schedule.contextSwitches(problem.trace);
  }

  private Machine machine(Schedule like) {
    return new Machine(problem, like.unknowns(), like.values());
  }

  /** The same conflicts in an order that changes threads only when it must. */
  private int[] straighten(Schedule found) {
    int[] order = found.steps();
    Tickets tickets = new Tickets(problem, machine(found), order);
    int[] wanted = new int[problem.threads];
    for (int e : order) {
      wanted[problem.thread[e]]++;
    }
    Machine machine = machine(found);
    int[] result = new int[order.length];
    int n = 0;
    int t = problem.thread[order[0]];
    while (n < order.length) {
      int e = possible(machine, tickets, t, wanted);
      for (int k = 1; e < 0 && k < problem.threads; k++) {
        int other = (t + k) % problem.threads;
        e = possible(machine, tickets, other, wanted);
      }
      if (e < 0) {
        return null;
      }
      t = problem.thread[e];
      machine.perform(t);
      tickets.take(e);
      result[n++] = e;
    }
    return result;
  }

  private int possible(Machine machine, Tickets tickets, int t, int[] wanted) {
    if (machine.position(t) >= wanted[t]) {
      return -1;
    }
    int e = machine.next(t);
    return e >= 0 && tickets.ready(e) && machine.canExecute(t, machine.horizon()) ? e : -1;
  }

  private Schedule revalue(Schedule like, int[] order) {
    if (order == null) {
      return null;
    }
    Machine machine = machine(like);
    for (int step : order) {
      if (!machine.canPerform(step)) {
        return null;
      }
      machine.perform(step < 0 ? step : problem.thread[step]);
    }
    return new Schedule(order, like.unknowns(), machine.value);
  }

  private Schedule moveBlocks(Schedule start) {
    Schedule best = start;
    boolean progress = true;
    while (progress && !budget.exhausted()) {
      progress = false;
      List<int[]> blocks = blocks(best.steps());
      for (int b = 1; b < blocks.size() && !progress && !budget.exhausted(); b++) {
        for (int other : neighbours(blocks, b)) {
          int[] order = join(best.steps(), blocks.get(b), blocks.get(other));
          Schedule moved = revalue(best, order);
          if (moved != null && switches(moved) < switches(best) && valid.test(moved)) {
            best = moved;
            progress = true;
            break;
          }
        }
      }
    }
    return best;
  }

  /** Blocks as start (inclusive), end (exclusive), thread; a commit goes with what it follows. */
  private List<int[]> blocks(int[] steps) {
    List<int[]> blocks = new ArrayList<>();
    int start = 0;
    int thread = -1;
    for (int i = 0; i <= steps.length; i++) {
      int next = i == steps.length ? -2 : steps[i] < 0 ? thread : problem.thread[steps[i]];
      if (next != thread && thread >= 0) {
        blocks.add(new int[] {start, i, thread});
        start = i;
      }
      thread = next;
    }
    return blocks;
  }

  /** The nearest blocks of the same thread on either side. */
  private static int[] neighbours(List<int[]> blocks, int b) {
    int thread = blocks.get(b)[2];
    int before = b - 1;
    while (before >= 0 && blocks.get(before)[2] != thread) {
      before--;
    }
    int after = b + 1;
    while (after < blocks.size() && blocks.get(after)[2] != thread) {
      after++;
    }
    int[] result = new int[2];
    int n = 0;
    if (before >= 0) {
      result[n++] = before;
    }
    if (after < blocks.size()) {
      result[n++] = after;
    }
    return Arrays.copyOf(result, n);
  }

  /** The order with one block moved next to another of its thread. */
  private static int[] join(int[] steps, int[] block, int[] to) {
    int[] result = new int[steps.length];
    int size = block[1] - block[0];
    boolean back = to[0] < block[0];
    int from = back ? to[1] : block[0];
    int end = back ? block[1] : to[0];
    System.arraycopy(steps, 0, result, 0, from);
    if (back) {
      System.arraycopy(steps, block[0], result, from, size);
      System.arraycopy(steps, from, result, from + size, block[0] - from);
    } else {
      System.arraycopy(steps, block[1], result, from, end - block[1]);
      System.arraycopy(steps, block[0], result, end - size, size);
    }
    System.arraycopy(steps, end, result, end, steps.length - end);
    return result;
  }
}
