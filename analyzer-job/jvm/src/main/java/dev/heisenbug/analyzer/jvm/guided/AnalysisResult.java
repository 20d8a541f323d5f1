package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.schedule.Schedule;

/** What analysis of a bundle came to. */
public sealed interface AnalysisResult {
  /** A schedule that showed the failure at least once under control. */
  record Found(Schedule schedule) implements AnalysisResult {}

  /** No order of the recorded threads gives the failure. */
  record Infeasible(String core) implements AnalysisResult {}

  /** Out of budget or not supported; what was reached. */
  record Unknown(String reason) implements AnalysisResult {}
}
