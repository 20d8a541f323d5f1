package dev.heisenbug.crds;

/** How much a capture wants nodes with Intel Processor Trace. */
public enum PtPolicy {
  Required,
  Preferred,
  Never
}
