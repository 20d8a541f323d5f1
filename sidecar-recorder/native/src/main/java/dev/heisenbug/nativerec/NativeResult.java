package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.Manifest;
import java.nio.file.Path;

/** What came of recording a native program. */
public sealed interface NativeResult {
  /** A recording was sealed. */
  record Recorded(Path folder, Path bundle, Manifest manifest, int runs, int exitCode)
      implements NativeResult {}

  /** No run failed. */
  record NoFailure(int runs) implements NativeResult {}

  /** This recorder does not work here; the sentence says why and what to use instead. */
  record Unsupported(String sentence) implements NativeResult {}
}
