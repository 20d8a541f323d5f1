package dev.heisenbug.formats.bundle;

import java.io.IOException;

/** A bundle that cannot be used; the message is one sentence for the user. */
public final class BundleException extends IOException {
  private static final long serialVersionUID = 1;

  private final BundleState state;

  public BundleException(BundleState state, String sentence) {
    super(sentence);
    this.state = state;
  }

  public BundleException(BundleState state, String sentence, Throwable cause) {
    super(sentence, cause);
    this.state = state;
  }

  /** Why it cannot be used. */
  public BundleState state() {
    return state;
  }
}
