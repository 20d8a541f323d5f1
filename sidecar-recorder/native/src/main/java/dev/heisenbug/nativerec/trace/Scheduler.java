package dev.heisenbug.nativerec.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Decides which thread runs next, where and for how long: at random, with a seed for its choices.
 * When a thread comes back from the kernel is not for it to decide.
 */
final class Scheduler {
  private static final int MIGRATE_ONE_IN = 64;
  private static final int CHANGE_PACE_ONE_IN = 256;

  // Unequal threads meet where equal ones would have passed each other: a short one must be slow.
  private static final int[] PACES = {1, 4, 16, 64};

  private final List<Core> cores;
  private final RandomGenerator random;
  private final int slice;
  private final List<TracedThread> ready = new ArrayList<>();

  /** {@code slice} is the mean number of instructions that a thread runs at a time. */
  Scheduler(List<Core> cores, long seed, int slice) {
    this.cores = cores;
    this.random = RandomGeneratorFactory.of("Xoroshiro128PlusPlus").create(seed);
    this.slice = slice;
  }

  /** Gives a new thread a core: the one with the fewest. */
  void place(TracedThread thread) {
    Core best = cores.get(0);
    for (Core c : cores) {
      if (c.threads().size() < best.threads().size()) {
        best = c;
      }
    }
    best.add(thread);
    thread.pace = pace();
  }

  private int pace() {
    return PACES[random.nextInt(PACES.length)];
  }

  /** The thread to run next; null when none can. */
  TracedThread next() throws IOException {
    ready.clear();
    for (Core c : cores) {
      for (TracedThread t : c.threads()) {
        if (t.state == TracedThread.State.READY) {
          ready.add(t);
        }
      }
    }
    if (ready.isEmpty()) {
      return null;
    }
    TracedThread chosen = ready.size() == 1 ? ready.get(0) : choose();
    if (cores.size() > 1 && ready.size() > 1 && random.nextInt(MIGRATE_ONE_IN) == 0) {
      chosen.core.remove(chosen);
      cores.get(random.nextInt(cores.size())).add(chosen);
    }
    return chosen;
  }

  private TracedThread choose() {
    int total = 0;
    for (TracedThread t : ready) {
      if (random.nextInt(CHANGE_PACE_ONE_IN) == 0) {
        t.pace = pace();
      }
      total += t.pace;
    }
    int at = random.nextInt(total);
    for (TracedThread t : ready) {
      at -= t.pace;
      if (at < 0) {
        return t;
      }
    }
    return ready.get(0);
  }

  /** How many instructions it may run. */
  int slice() {
    // Mostly short, sometimes long: both kinds of races are found.
    double u = random.nextDouble();
    return 1 + (int) Math.min(20.0 * slice, -Math.log(1 - u) * slice);
  }
}
