package dev.heisenbug.analyzer.jvm.guided;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How long and how to look for a schedule.
 *
 * @param work folder for the runs' files
 * @param timeout budget for the whole analysis
 * @param runTimeout budget of one controlled run
 * @param minimise budget for making the schedule short
 * @param memoryModel sc, tso or pso
 */
public record AnalysisOptions(
    Path work, Duration timeout, Duration runTimeout, Duration minimise, String memoryModel) {
  private static final Duration RUN_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration MINIMISE = Duration.ofSeconds(6);

  /** With the usual budgets of a run and for making the schedule short. */
  public static AnalysisOptions standard(Path work, Duration timeout, String memoryModel) {
    return new AnalysisOptions(work, timeout, RUN_TIMEOUT, MINIMISE, memoryModel);
  }
}
