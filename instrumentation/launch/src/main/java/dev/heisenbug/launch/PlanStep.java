package dev.heisenbug.launch;

/**
 * One entry of a plan: the thread runs until its point counter reaches a value, then the next entry
 * follows.
 *
 * @param thread tree id
 * @param until the counter's value, as the agent counts
 * @param site where the thread stood at the handover, for people; may be empty
 */
public record PlanStep(String thread, int until, String site) {}
