package dev.heisenbug.record.bench;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * One child JVM's result. The least of several times is what the work costs when the machine is not
 * busy with something else.
 *
 * @param nanos least wall time of a measured repetition
 * @param cpuNanos average processor time of a measured repetition; the system counts it in steps of
 *     ten milliseconds
 * @param startNanos processor time from the start of the JVM to the program's first instruction
 * @param bytes event bytes of all repetitions
 * @param branches of all repetitions
 * @param noted what the agent itself notes as the recorder's share of the whole run; NaN without
 */
record Measurement(
    long nanos, long cpuNanos, long startNanos, long bytes, long branches, double noted) {
  static long least(List<Measurement> all, ToLongFunction<Measurement> figure) {
    return Math.max(1, all.stream().mapToLong(figure).min().orElseThrow());
  }

  double bytesPerMillionBranches() {
    return bytes * 1e6 / branches;
  }
}
