package dev.heisenbug.weave.stream;

import java.io.IOException;

/** Recorded bytes that no recorder of ours would write. */
public final class StreamException extends IOException {
  private static final long serialVersionUID = 1;

  public StreamException(String message) {
    super(message);
  }
}
