package dev.heisenbug.nativerec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How to record a native program.
 *
 * @param out folder for the recordings
 * @param runs how often to try at most
 * @param untilFailure go on until a run fails, and keep only that one
 * @param cores virtual cores of the software recorder
 * @param slice mean instructions per time slice; 0 to vary it from run to run
 * @param timeout after which a run is ended, null for never
 * @param truth folder for lists of the executed addresses, null for none
 */
public record NativeOptions(
    List<String> command,
    Path out,
    int runs,
    boolean untilFailure,
    int cores,
    int slice,
    long seed,
    Duration timeout,
    Path truth) {
  private static final int[] SLICES = {1000, 100, 20, 5000, 300};

  /** The seed of a run, counted from 0: the first run has the one that was given. */
  long seed(int run) {
    return seed + run;
  }

  int slice(int run) {
    return slice > 0 ? slice : SLICES[run % SLICES.length];
  }
}
