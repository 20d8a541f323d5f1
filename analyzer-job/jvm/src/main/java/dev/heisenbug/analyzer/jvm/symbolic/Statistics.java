package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.Map;

/**
 * What reading a run came to.
 *
 * @param accesses field, array and copy records
 * @param locations distinct locations accessed
 * @param sharedLocations those touched by two threads with a write
 * @param untrackedLocations shared ones that code outside the log changes: their reads are unknown
 * @param instructions bytecode instructions interpreted
 * @param rounds how often the log was interpreted until nothing new was learned
 * @param resyncs how often the log did not fit the code and values were given up
 * @param unknowns how many unknown values there are, by what they come from
 * @param inconsistencies what did not fit, by kind
 * @param truncated whether the log ends in the middle of a record
 */
public record Statistics(
    int threads,
    long records,
    long accesses,
    int locations,
    int sharedLocations,
    int untrackedLocations,
    long instructions,
    long branches,
    long symbolicBranches,
    int events,
    int conditions,
    int rounds,
    long resyncs,
    Map<String, Integer> unknowns,
    Map<String, Integer> inconsistencies,
    boolean truncated) {

  public int unknownCount() {
    return unknowns.values().stream().mapToInt(Integer::intValue).sum();
  }
}
