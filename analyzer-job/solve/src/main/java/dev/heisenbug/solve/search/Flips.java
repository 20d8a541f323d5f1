package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Enumerates the flips that can change what the reads of a slice see. */
final class Flips {
  private static final int SIMILAR = 16;
  private static final int SIMILAR_AT_END = 400;
  private static final int LATER_STORES = 3;
  private static final int EARLIER_STORES = 3;

  private final Runner runner;
  private final Problem problem;
  private final Machine machine;
  private final AccessIndex stores;
  private final Slice slice;
  private final int[] reads;
  private final int[] sections;
  private final Choices choices;
  private final SplittableRandom random;
  private int shaken;

  Flips(Runner runner, AccessIndex stores, SplittableRandom random) {
    this.runner = runner;
    this.random = random;
    this.problem = runner.problem;
    this.machine = runner.machine;
    this.stores = stores;
    this.slice = new Slice(machine, runner.depthOf);
    this.reads = new int[4096];
    this.sections = SectionStarts.of(problem);
    this.choices = new Choices(problem);
  }

  /** Flips for a stop, most recent first; guesses near the end where no condition explains it. */
  List<Flip> of(Condition violated, int mostReads) {
    List<Flip> flips = new ArrayList<>();
    if (violated != null) {
      int n = slice.collect(violated.expr(), reads, Math.min(mostReads, reads.length));
      for (int i = 0; i < n; i++) {
        forRead(reads[i], violated, flips);
      }
    }
    int guesses = violated == null ? mostReads : shaken;
    for (int i = 0; i < guesses; i++) {
      Flip guess = random(mostReads);
      if (guess != null) {
        flips.add(guess);
      }
    }
    flips.sort(Comparator.comparingInt(Flip::depth).reversed());
    return flips;
  }

  /** Stops with equal keys fail for the same reason, whatever else differs. */
  long reason(Condition violated) {
    if (violated == null) {
      return runner.stopPrint();
    }
    long key = Mix.of(System.identityHashCode(violated), runner.distance());
    // Sums reach back to the start, so that executions with one total can differ anywhere.
    boolean last = runner.stopRank() == problem.events;
    int n = slice.collect(violated.expr(), reads, last ? SIMILAR_AT_END : SIMILAR);
    for (int i = 0; i < n; i++) {
      key = Mix.of(key + reads[i], machine.source[reads[i]]);
      key = Mix.of(key, machine.value[reads[i]]);
    }
    return key;
  }

  /** From now on every list also holds some guesses. */
  void shake() {
    shaken = Math.min(256, 16 + shaken * 2);
  }

  private void forRead(int r, Condition violated, List<Flip> flips) {
    int t = problem.thread[r];
    boolean done = runner.executed(r);
    int depth = done ? runner.depthOf[r] : runner.depth();
    boolean call = problem.kind[r] == EventKind.OPAQUE.ordinal();
    int w = call ? -1 : machine.source[r];
    if (w >= 0 && problem.thread[w] != t) {
      move(w, r, flips);
    }
    if (call && done && machine.source[r] == Machine.FREE) {
      for (long value : choices.of(violated.expr(), r)) {
        flips.add(Flip.choose(depth, r, value));
      }
    }
    for (int u = 0; u < problem.threads; u++) {
      if (u == t) {
        continue;
      }
      int from = stores.firstAfter(r, u, positionAt(u, depth));
      for (int k = 0; done && k < LATER_STORES; k++) {
        int later = stores.get(r, u, from + k);
        if (later < 0 || !move(r, later, flips)) {
          break;
        }
      }
      earlier(r, call ? r : w, u, from, flips);
    }
  }

  /**
   * Adds a move, and the same move from the start of the lock section the event stands in: inside
   * it the thread could only wait with the lock in hand. False where clocks forbid it.
   */
  private boolean move(int event, int behind, List<Flip> flips) {
    if (!runner.executed(event) || !mayFollow(event, behind)) {
      return false;
    }
    flips.add(Flip.move(runner.depthOf[event], event, behind));
    if (problem.model.relaxed() && problem.kind[event] == EventKind.WRITE.ordinal()) {
      flips.add(Flip.move(runner.depthOf[event], ~event, behind));
    }
    int start = sections[event];
    if (start != event && mayFollow(start, behind)) {
      flips.add(Flip.move(runner.depthOf[start], start, behind));
    }
    return true;
  }

  /** Clocks and known order leave room for a to come after b. */
  private boolean mayFollow(int a, int b) {
    return problem.facts.hi(a) >= problem.facts.lo(b);
  }

  /** Older stores that could have come after the one that was read, or after a library call. */
  private void earlier(int r, int w, int u, int from, List<Flip> flips) {
    if (w < 0 || u == problem.thread[w] || !runner.executed(w)) {
      return;
    }
    for (int k = 1; k <= EARLIER_STORES; k++) {
      int older = stores.get(r, u, from - k);
      boolean before = older >= 0 && runner.depthOf[older] < runner.depthOf[w];
      if (older < 0 || (before && !move(older, w, flips))) {
        break;
      }
    }
  }

  /** How many events of a thread had been executed at a depth. */
  private int positionAt(int u, int depth) {
    int low = 0;
    int high = machine.position(u);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (runner.depthOf[problem.byThread[u][middle]] < depth) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** A flip near the end that nothing suggests: for dead ends and ruts. */
  private Flip random(int reach) {
    int depth = runner.depth();
    if (depth < 2) {
      return null;
    }
    int from = depth - 1 - random.nextInt(Math.min(depth - 1, reach));
    int s = runner.step(from);
    if (s < 0) {
      return null;
    }
    int t = problem.thread[s];
    int u = random.nextInt(problem.threads);
    int ahead = positionAt(u, from) + random.nextInt(1 + Math.min(reach, 20));
    if (u == t || ahead >= problem.byThread[u].length) {
      return null;
    }
    return Flip.move(from, s, problem.byThread[u][ahead]);
  }
}
