package dev.heisenbug.record.bench;

import java.util.List;

/**
 * One child JVM's result. The least of several times is what the work costs when the machine is not
 * busy with something else.
 *
 * @param nanos least wall time of a repetition after the first
 * @param cpuNanos average processor time of a repetition after the first; the system counts it in
 *     steps of ten milliseconds
 * @param bytes event bytes of all repetitions
 * @param branches of all repetitions
 */
record Measurement(long nanos, long cpuNanos, long bytes, long branches) {
  static long average(List<Long> values) {
    long total = values.stream().mapToLong(Long::longValue).sum();
    return Math.max(1_000_000, total / values.size());
  }

  static long least(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).min().orElseThrow();
  }
}
