package dev.heisenbug.crds;

/** What becomes of the objects in storage when a reproduction is deleted. */
public enum OnDelete {
  Keep,
  Remove
}
