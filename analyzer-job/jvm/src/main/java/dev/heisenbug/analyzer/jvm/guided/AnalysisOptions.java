package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.solve.Encoding;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How long and how to look for a schedule.
 *
 * @param work folder for the runs' files
 * @param timeout budget for the whole analysis
 * @param runTimeout budget of one controlled run
 * @param minimise budget for making the schedule short
 * @param memoryModel sc, tso, pso, or auto
 * @param encoding how the solver is asked; with a baseline nothing but the solver is used, so that
 *     what comes out is what the baseline can do
 */
public record AnalysisOptions(
    Path work,
    Duration timeout,
    Duration runTimeout,
    Duration minimise,
    String memoryModel,
    Encoding encoding) {
  private static final Duration RUN_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration MINIMISE = Duration.ofSeconds(6);

  /** With the usual budgets of a run and for making the schedule short. */
  public static AnalysisOptions standard(Path work, Duration timeout, String memoryModel) {
    return new AnalysisOptions(work, timeout, RUN_TIMEOUT, MINIMISE, memoryModel, Encoding.DEFAULT);
  }

  /** Whether the solver is asked in the form of one of the papers. */
  boolean baseline() {
    return encoding != Encoding.DEFAULT;
  }
}
