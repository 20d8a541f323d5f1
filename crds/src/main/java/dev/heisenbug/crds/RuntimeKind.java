package dev.heisenbug.crds;

/** What runs in the recorded container. */
public enum RuntimeKind {
  Auto,
  Jvm,
  Native
}
