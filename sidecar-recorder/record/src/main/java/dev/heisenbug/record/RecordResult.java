package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.Manifest;
import java.nio.file.Path;

/** What came of recording; the operating system's part of it is in the manifest. */
public sealed interface RecordResult {
  /** A recording was sealed: of a failure, or of the last run where none was asked for. */
  record Recorded(
      Path folder,
      Path bundle,
      Manifest manifest,
      int runs,
      int exitCode,
      boolean noisy,
      boolean interrupted)
      implements RecordResult {
    public boolean failed() {
      return manifest.failure() != null;
    }
  }

  /** No run came to an end, and nothing says whether one of them hung. */
  record NotEnded(String sentence) implements RecordResult {}

  /** No run failed. */
  record NoFailure(int runs) implements RecordResult {}

  /** The command did not start a JVM. */
  record NotJava(String sentence) implements RecordResult {}

  /** A JVM did not get as far as the program: a wrong flag, class path or class name. */
  record NotStarted(String sentence) implements RecordResult {}
}
