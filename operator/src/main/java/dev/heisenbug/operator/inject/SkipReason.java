package dev.heisenbug.operator.inject;

/** Why a pod that a capture matches is not recorded; a label of a metric, so a closed set. */
public enum SkipReason {
  Suspended,
  NoStorage,
  NoSuchContainer,
  VariableFromReference,
  NamesTaken,
  NotLinux,
  OtherProcessor,
  LimitRange,
  Sampled,
  ConcurrencyCap
}
