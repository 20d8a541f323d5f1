package dev.heisenbug.analyzer.jvm.symbolic;

/** Which branches of the run are listed in the result. */
public enum BranchKeeping {
  ALL,
  /** Only those that depend on shared reads. */
  SYMBOLIC,
  NONE
}
