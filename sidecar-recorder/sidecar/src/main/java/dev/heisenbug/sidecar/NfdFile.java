package dev.heisenbug.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Tells node-feature-discovery what a probe found, by the file that it reads for local features.
 * The name has no prefix of ours: as a label it is another one than that of the operator, which
 * node-feature-discovery would otherwise take away when the file expires.
 */
record NfdFile(Path folder) {
  private static final String NAME = "heisenbug";
  private static final String FEATURE = "heisenbug-intel-pt";

  /** Appears by a rename: who reads the folder skips files that begin with a dot. */
  void write(PtProbe.Finding finding, Instant now, Duration good) throws IOException {
    Path part = folder.resolve("." + NAME + ".part");
    Files.writeString(
        part,
        "# +expiry-time=%s%n%s=%s%n"
            .formatted(now.plus(good).truncatedTo(ChronoUnit.SECONDS), FEATURE, finding.usable()));
    part.toFile().setReadable(true, false);
    Files.move(part, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
  }
}
