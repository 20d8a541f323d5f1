package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NfdFileTest {
  @TempDir Path folder;

  @Test
  void theLastFindingIsTheOnlyFileAndExpires() throws IOException {
    Instant now = Instant.parse("2026-01-01T00:00:00.5Z");
    new NfdFile(folder).write(new PtProbe.Finding("unknown", "x"), now, Duration.ofMinutes(1));
    new NfdFile(folder).write(new PtProbe.Finding("true", "y"), now, Duration.ofMinutes(30));
    assertThat(folder.resolve("heisenbug"))
        .hasContent("# +expiry-time=2026-01-01T00:30:00Z\nheisenbug-intel-pt=true\n");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }
}
