package dev.heisenbug.record.bench;

import java.util.List;

/**
 * One child JVM's result. The least of several times is what the work costs when the machine is not
 * busy with something else.
 *
 * @param nanos least wall time of a repetition after the first
 * @param cpuNanos least processor time of a repetition after the first
 * @param bytes event bytes of all repetitions
 * @param branches of all repetitions
 */
record Measurement(long nanos, long cpuNanos, long bytes, long branches) {
  static long least(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).min().orElseThrow();
  }
}
