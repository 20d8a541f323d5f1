package dev.heisenbug.crds;

/** Which part of the system holds the privileges that recording Intel Processor Trace takes. */
public enum PtMode {
  Sidecar,
  NodeAgent
}
