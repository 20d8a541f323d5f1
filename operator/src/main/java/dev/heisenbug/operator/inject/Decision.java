package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.HeisenbugCapture;

/** What becomes of a new pod. */
public sealed interface Decision {
  /** It gets the recorder. */
  record Record(HeisenbugCapture capture) implements Decision {}

  /** A capture matches it, but it is left alone and says why. */
  record Skip(HeisenbugCapture capture, SkipReason reason, String message) implements Decision {}

  /** No capture is about it. */
  record NoCapture() implements Decision {}

  /** It has the recorder already: another pass of the same admission. */
  record Done() implements Decision {}
}
