package dev.heisenbug.formats.bundle;

/**
 * How the recorded clocks relate to time and to each other.
 *
 * @param source {@code nanoTime}
 * @param errorNs two stamps further apart than this are in their true order; -1 if not measured
 */
public record ClockInfo(String source, long startClock, long startMillis, long errorNs) {}
