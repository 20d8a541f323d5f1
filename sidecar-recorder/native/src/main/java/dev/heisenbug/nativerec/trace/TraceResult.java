package dev.heisenbug.nativerec.trace;

/**
 * What a traced run came to.
 *
 * @param exitCode of the program, -1 when a signal or the tracer ended it
 * @param signal that ended it, 0 for none
 * @param stops how often the program was stopped
 */
public record TraceResult(
    int exitCode,
    int signal,
    boolean deadlock,
    boolean timedOut,
    long instructions,
    long stops,
    int threads,
    long nanos) {}
