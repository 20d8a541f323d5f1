package dev.heisenbug.formats.trace;

/**
 * A lock, condition, semaphore, barrier, counter, permit or library object.
 *
 * @param name printable, unique
 * @param permits initial count of a semaphore, counter or park permit; 0 otherwise
 */
public record SyncObject(String name, long permits) {}
