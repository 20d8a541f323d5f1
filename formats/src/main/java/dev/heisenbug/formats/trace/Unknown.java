package dev.heisenbug.formats.trace;

/**
 * A value nobody models, such as the result of an unmodelled call: the solver may choose it.
 *
 * @param name printable, unique
 * @param sort its sort
 * @param observed the value it had in the observed execution, tried first; null when not known
 */
public record Unknown(String name, Sort sort, Long observed) {}
