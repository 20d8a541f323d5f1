package dev.heisenbug.nativerec.clock;

import java.util.Arrays;

/**
 * The offset behind many samples of scheme 2. Samples fall into two heaps, by which thread saw the
 * flag first; the offset is half-way between the means of the heaps (equation 7), and batches of
 * samples give the spread of that (equations 8 and 9).
 *
 * @param margin half the width of the confidence interval
 */
public record OffsetStatistics(double offset, double margin, double confidence) {
  private static final int BATCHES = 16;
  private static final int SMALLEST_BATCH = 20;
  private static final double TRIM = 0.02;

  /** Student's t for 15 degrees of freedom at 99%. */
  private static final double T_99 = 2.947;

  private static final double CONFIDENCE = 0.99;

  /** Null when there are too few samples to say anything. */
  public static OffsetStatistics of(double[] samples) {
    if (samples.length < BATCHES * SMALLEST_BATCH) {
      return null;
    }
    double[] kept = withoutInterruptions(samples);
    double boundary = boundary(kept);
    double[] estimates = new double[BATCHES];
    int size = kept.length / BATCHES;
    for (int i = 0; i < BATCHES; i++) {
      // Taken in turns, so that a slow change does not look like spread.
      double[] batch = new double[size];
      for (int j = 0; j < size; j++) {
        batch[j] = kept[i + j * BATCHES];
      }
      estimates[i] = middle(batch, boundary);
    }
    double mean = Arrays.stream(estimates).average().orElseThrow();
    double squares = Arrays.stream(estimates).map(e -> (e - mean) * (e - mean)).sum();
    double deviation = Math.sqrt(squares / (BATCHES - 1));
    return new OffsetStatistics(mean, T_99 * deviation / Math.sqrt(BATCHES), CONFIDENCE);
  }

  /** Drops samples in which a thread was interrupted between flag and clock. */
  private static double[] withoutInterruptions(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    double low = sorted[(int) (sorted.length * TRIM)];
    double high = sorted[(int) (sorted.length * (1 - TRIM)) - 1];
    return Arrays.stream(samples).filter(s -> s >= low && s <= high).toArray();
  }

  /** Half-way between the two heaps, found by moving it there until it stays. */
  private static double boundary(double[] samples) {
    double boundary = Arrays.stream(samples).average().orElse(0);
    for (int i = 0; i < 100; i++) {
      double next = middle(samples, boundary);
      if (Math.abs(next - boundary) < 0.01) {
        break;
      }
      boundary = next;
    }
    return boundary;
  }

  private static double middle(double[] samples, double boundary) {
    double left = Arrays.stream(samples).filter(s -> s <= boundary).average().orElse(boundary);
    double right = Arrays.stream(samples).filter(s -> s > boundary).average().orElse(boundary);
    return (left + right) / 2;
  }
}
