package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.Map;
import java.util.TreeMap;

/** Counters of one interpretation, filled as it goes. */
final class Stats {
  long records;
  long accesses;
  long instructions;
  long branches;
  long symbolicBranches;
  long resyncs;
  long ignoredRecords;
  final Map<String, Integer> unknowns = new TreeMap<>();
  final Map<String, Integer> inconsistencies = new TreeMap<>();

  void unknown(String what) {
    unknowns.merge(what, 1, Integer::sum);
  }

  void inconsistent(String what) {
    inconsistencies.merge(what, 1, Integer::sum);
  }
}
