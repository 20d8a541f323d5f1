package dev.heisenbug.nativerec.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How to trace.
 *
 * @param cores number of virtual cores
 * @param seed of the schedule
 * @param slice mean number of instructions that a thread runs at a time
 * @param deadlock how long all threads must wait for each other until that counts as a deadlock
 * @param timeout after which the program is ended, null for never
 */
public record TraceOptions(
    List<String> command,
    Map<String, String> environment,
    Path perfData,
    int cores,
    long seed,
    int slice,
    Duration deadlock,
    Duration timeout) {}
