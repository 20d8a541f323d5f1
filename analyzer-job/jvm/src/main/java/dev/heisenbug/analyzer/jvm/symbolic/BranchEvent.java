package dev.heisenbug.analyzer.jvm.symbolic;

/**
 * A conditional jump or switch that a thread executed.
 *
 * @param thread tree id
 * @param record number of its record among the thread's
 * @param instruction index in the method's instruction list
 * @param outcome 1 jump taken, 0 not; the key of a switch
 * @param condition expression that holds because of the outcome, or -1 if no shared read matters
 * @param after events of the thread before the branch
 */
public record BranchEvent(
    String thread,
    long record,
    String owner,
    String method,
    String desc,
    int instruction,
    int outcome,
    int condition,
    int after) {}
