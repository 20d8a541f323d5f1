package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.Counts;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Manifest;

/** Tells a failure of the program from one of the launcher, which no schedule has a part in. */
final class Starts {
  private static final String LAUNCHER = "sun.launcher.";

  private Starts() {}

  /** Whether the JVM gave up before it ran the program. */
  static boolean failed(Manifest manifest) {
    Failure failure = manifest.failure();
    if (failure == null || failure.kind() != FailureKind.EXIT) {
      return false;
    }
    Counts counts = manifest.counts();
    boolean nothingLoaded = counts.classes() == 0 && counts.classesNotWoven() == 0;
    boolean calledExit =
        !failure.frames().isEmpty()
            && failure.frames().stream()
                .allMatch(f -> f.startsWith(LAUNCHER) || f.startsWith("java.lang."));
    return nothingLoaded || calledExit;
  }
}
