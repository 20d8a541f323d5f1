package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Races;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Which memory model is looked at when: the one that was asked for, or first the strongest and then
 * the weaker ones, in shares of the budget, until it is used up.
 *
 * <p>Weaker models make no difference to a program without data races, so none is tried if the
 * recorded order has no sign of one.
 */
final class Models {
  /** The name under which all models are looked at. */
  static final String AUTO = "auto";

  private static final long SHORTEST = TimeUnit.SECONDS.toNanos(10);
  private static final int FIRST_SHARE = 40;
  private static final int FIRST_SHARE_AFTER_DELAYS = 15;
  private static final int SHARE = 20;
  private final long start;
  private final long deadline;
  private final int firstShare;
  private List<String> models;
  private int turn = -1;

  /**
   * @param delays whether stores were executed late when the failure was recorded
   */
  Models(String wanted, boolean delays, long start, long deadline) {
    firstShare = delays ? FIRST_SHARE_AFTER_DELAYS : FIRST_SHARE;
    this.start = start;
    this.deadline = deadline;
    models = wanted.equals(AUTO) ? List.of("sc", "tso", "pso") : List.of(wanted);
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
    long share = (deadline - start) * (turn == 0 ? firstShare : SHARE) / 100;
    return Math.min(deadline, System.nanoTime() + Math.max(share, SHORTEST));
  }

  /** Learns from the recorded order whether weaker models can make a difference. */
  void observed(Run run) {
    boolean whole = run.outcome().logComplete() && run.outcome().mismatches().isEmpty();
    if (models.size() > 1 && whole && !Races.any(run.dir())) {
      models = models.subList(0, 1);
    }
  }
}
