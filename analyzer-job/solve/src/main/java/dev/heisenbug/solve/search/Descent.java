package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Runs a machine on at random, past conditions that some other next step avoids. */
final class Descent {
  private final Machine machine;
  private final Problem problem;
  private final Prospects prospects;
  private final boolean[] safe;
  private final int[] rank;
  private final SplittableRandom random;
  private final int[] options;
  private int[] steps = new int[64];
  private Condition obstacle;
  private boolean solved;
  private boolean atEnd;
  private long performed;

  /**
   * @param prospects says what cannot go well any more; null for nothing
   */
  Descent(Machine machine, Prospects prospects, int[] guide, SplittableRandom random) {
    this.machine = machine;
    this.prospects = prospects;
    this.problem = machine.problem;
    this.rank = guide;
    this.random = random;
    this.safe = SafeSteps.of(problem);
    this.options = new int[machine.maxSteps()];
  }

  /** Steps in all, those of looking ahead included. */
  long performed() {
    return performed + (prospects == null ? 0 : prospects.steps());
  }

  boolean solved() {
    return solved;
  }

  /** The last run that failed had executed everything and missed a goal. */
  boolean atEnd() {
    return atEnd;
  }

  /** The condition that nothing helped against, last time. */
  Condition obstacle() {
    return obstacle;
  }

  /**
   * Runs until some events are executed or the problem is solved.
   *
   * @return the steps taken, or null where nothing could be executed before the end
   */
  int[] run(int events) {
    int taken = 0;
    int executed = 0;
    int bias = random.nextInt(4);
    while (executed < events) {
      if (machine.complete() && machine.violatedGoal() == null) {
        solved = true;
        break;
      }
      int step = step(bias);
      if (step == Integer.MIN_VALUE) {
        atEnd = machine.complete();
        obstacle = atEnd ? machine.violatedGoal() : obstacle;
        return null;
      }
      if (taken == steps.length) {
        steps = Arrays.copyOf(steps, taken * 2);
      }
      steps[taken++] = step;
      executed += step < 0 ? 0 : 1;
    }
    return Arrays.copyOf(steps, taken);
  }

  /** Takes one step, as an event or {@code ~event}; the smallest number where none is left. */
  private int step(int bias) {
    int n = machine.enabled(options);
    n = onlySafe(n);
    boolean guided = random.nextInt(4) < bias;
    while (n > 0) {
      int i = guided ? first(n) : random.nextInt(n);
      int option = options[i];
      options[i] = options[--n];
      int mark = machine.state.mark();
      long before = machine.state.fingerprint();
      machine.perform(option);
      performed++;
      if (holds(option)) {
        return option < 0 ? option : lastEvent(option);
      }
      machine.state.undo(mark, before);
      // Who has put off a condition time and again must not crowd out those who need not.
      if (random.nextBoolean()) {
        break;
      }
    }
    return Integer.MIN_VALUE;
  }

  private int lastEvent(int t) {
    return problem.byThread[t][machine.position(t) - 1];
  }

  private int onlySafe(int n) {
    for (int i = 0; i < n; i++) {
      if (options[i] >= 0 && safe[machine.next(options[i])]) {
        options[0] = options[i];
        return 1;
      }
    }
    return n;
  }

  private int first(int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
      best = rank(options[i]) < rank(options[best]) ? i : best;
    }
    return best;
  }

  private int rank(int option) {
    return rank[option < 0 ? problem.events + ~option : machine.next(option)];
  }

  private boolean holds(int option) {
    Condition c = option < 0 ? null : machine.violated(option);
    if (c == null) {
      return prospects == null || !prospects.hopeless(option < 0 ? ~option : lastEvent(option));
    }
    if (machine.position(option) > problem.required[option]) {
      machine.stop(option);
      return true;
    }
    obstacle = c;
    return false;
  }
}
