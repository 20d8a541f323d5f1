package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Reorderings;
import java.time.Duration;
import java.util.List;

/**
 * Which memory model is looked at when: the one that was asked for, or all of them in turn, the
 * strongest first, for longer each time, until the budget is used up.
 *
 * <p>The first shares are short: most failures show within seconds under the model that they need,
 * and never under a stronger one. Weaker models make no difference to a program that nowhere does
 * what they reorder, so none is tried if the recorded order has no sign of it.
 */
final class Models {
  /** The name under which all models are looked at. */
  static final String AUTO = "auto";

  private static final String SC = "sc";
  private static final String TSO = "tso";
  private static final String PSO = "pso";
  private static final Duration FIRST = Duration.ofSeconds(12);

  /** Under the strongest model if stores were executed late when the failure was recorded. */
  private static final Duration FIRST_AFTER_DELAYS = Duration.ofSeconds(6);

  /** For the model that a program is least likely to need. */
  private static final Duration FIRST_OF_LAST = Duration.ofSeconds(8);

  /** A share is long enough for so many runs, whatever one takes. */
  private static final int RUNS = 15;

  private static final int LARGEST_SHARE = 40;
  private final boolean delays;
  private final long start;
  private final long deadline;
  private List<String> models;
  private int turn = -1;
  private long oneRun;

  /**
   * @param delays whether stores were executed late when the failure was recorded
   */
  Models(String wanted, boolean delays, long start, long deadline) {
    this.delays = delays;
    this.start = start;
    this.deadline = deadline;
    // Most failures need no late store, and of those that processors make late by themselves
    // few need more than TSO.
    List<String> all = delays ? List.of(SC, PSO, TSO) : List.of(SC, TSO, SC, TSO, PSO);
    models = wanted.equals(AUTO) ? all : List.of(wanted);
  }

  /** The model to look at now. */
  String next() {
    return models.get(++turn % models.size());
  }

  /** Until when, in nanoseconds. */
  long until() {
    if (models.size() == 1) {
      return deadline;
    }
    int place = turn % models.size();
    int round = turn / models.size();
    Duration first = FIRST;
    if (place == 0 && delays) {
      first = FIRST_AFTER_DELAYS;
    } else if (place == models.size() - 1) {
      first = FIRST_OF_LAST;
    }
    long share = Math.max(first.toNanos(), RUNS * oneRun) << Math.min(round, 20);
    long largest = (deadline - start) * LARGEST_SHARE / 100;
    return Math.min(deadline, System.nanoTime() + Math.min(share, largest));
  }

  /** Learns from the recorded order, and how long it took to run, what the models can change. */
  void observed(Run run, Duration took) {
    oneRun = Math.max(oneRun, took.toNanos());
    boolean whole = run.outcome().logComplete() && run.outcome().mismatches().isEmpty();
    if (models.size() > 1 && turn == 0 && whole) {
      Reorderings possible = Reorderings.in(run.dir());
      models = models.stream().filter(m -> isUseful(m, possible)).toList();
      if (models.stream().allMatch(SC::equals)) {
        models = List.of(SC);
      }
    }
  }

  private static boolean isUseful(String model, Reorderings possible) {
    return switch (model) {
      case TSO -> possible.storesAfterLoads();
      case PSO -> possible.storesAfterStores();
      default -> true;
    };
  }
}
