package dev.heisenbug.solve.search;

import dev.heisenbug.solve.order.HappensBefore;

/**
 * What all searches over one problem look up and none changes.
 *
 * @param accesses by cell and object
 * @param known order that every schedule keeps; null where its clocks would not fit
 */
record Relations(AccessIndex accesses, HappensBefore known) {
  /** Clocks of a trace larger than this are not kept: order then counts as open more often. */
  private static final long MOST_CLOCK_BYTES = 512L << 20;

  static Relations of(Problem problem) {
    boolean fits = HappensBefore.bytes(problem.trace) <= MOST_CLOCK_BYTES;
    return new Relations(
        new AccessIndex(problem),
        fits ? new HappensBefore(problem.trace, problem.facts, true) : null);
  }
}
