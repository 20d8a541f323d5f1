package dev.heisenbug.record.bench;

import java.util.List;

/**
 * What to measure.
 *
 * @param workloads names; empty for all
 * @param modes agent modes to compare with no agent
 * @param rounds how often each is measured, interleaved
 * @param warmUpMillis processor time that a JVM repeats the work for before it is measured
 * @param measuredMillis processor time that it is measured for
 * @param scale of the work; 1 is the size of the published micro-benchmarks
 * @param cpu compare processor time instead of wall time
 */
public record BenchOptions(
    List<String> workloads,
    List<String> modes,
    int rounds,
    int warmUpMillis,
    int measuredMillis,
    double scale,
    boolean cpu,
    boolean json) {
  static final List<String> ALL =
      List.of(
          "mandelbrot",
          "matrix",
          "quicksort",
          "recursion",
          "bank",
          "trees",
          "words",
          "lines",
          "queue",
          "micro1-threads",
          "micro2-accesses",
          "micro3-syncs",
          "micro4-variables",
          "micro5-branches",
          "micro6-ratio");

  /** Those in which threads mostly access what they share. */
  static final List<String> SHARED =
      List.of(
          "micro1-threads",
          "micro2-accesses",
          "micro3-syncs",
          "micro4-variables",
          "micro5-branches",
          "micro6-ratio");

  /** All workloads in all modes. */
  public static BenchOptions standard() {
    return new BenchOptions(
        List.of(),
        List.of("default", "clap", "symber", "full-order"),
        3,
        1500,
        1000,
        0.2,
        false,
        false);
  }

  List<String> chosen() {
    return workloads.isEmpty() ? ALL : workloads;
  }
}
