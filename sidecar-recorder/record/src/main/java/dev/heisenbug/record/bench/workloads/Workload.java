package dev.heisenbug.record.bench.workloads;

/** One program to measure: does the same amount of work each time it is called. */
public interface Workload {
  /** Does the work and returns something that depends on it. */
  long run() throws Exception;

  /** About how many branches one call decides, all threads together. */
  long branches();

  /** Starts the workloads by name. */
  static Workload named(String name, double scale) {
    return switch (name) {
      case "mandelbrot" -> new Mandelbrot((int) (1000 * Math.sqrt(scale)));
      case "quicksort" -> new Quicksort((int) (1_500_000 * scale));
      case "recursion" -> new Recursion((int) (39 + Math.log(scale) / Math.log(1.62)));
      case "matrix" -> new Matrix((int) (700 * Math.cbrt(scale)));
      case "bank" -> new Bank((int) (5_000_000 * scale));
      case "trees" -> new Trees((int) (200 * scale));
      case "words" -> new Words((int) (400_000 * scale));
      case "lines" -> new Lines((int) (300_000 * scale));
      case "queue" -> new Queue((int) (400_000 * scale));
      case "micro1-threads" -> micro(8, 1, 1, 4, 50, scale);
      case "micro2-accesses" -> micro(4, 1, 2, 4, 50, scale);
      case "micro3-syncs" -> micro(4, 1, 1, 4, 10, scale);
      case "micro4-variables" -> micro(4, 1, 1, 64, 0, scale);
      case "micro5-branches" -> micro(4, 2.5, 1, 4, 0, scale);
      case "micro6-ratio" -> micro(4, 1, 1, 4, 100, scale);
      default -> throw new IllegalArgumentException("no workload " + name);
    };
  }

  private static Workload micro(
      int threads, double branches, double accesses, int variables, int percent, double scale) {
    return new Micro(
        threads,
        (long) (1e7 * branches * scale),
        (long) (1e7 * accesses * scale),
        variables,
        percent);
  }
}
