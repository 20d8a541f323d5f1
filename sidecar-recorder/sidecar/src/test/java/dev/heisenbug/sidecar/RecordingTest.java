package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RecordingTest {
  @Test
  void theClusterIsAskedLessAndLess() throws InterruptedException {
    Recording recording = new Recording(Path.of("1-1"));
    int asked = 0;
    long end = System.nanoTime() + 1_500_000_000L;
    while (System.nanoTime() < end) {
      asked += recording.mayAsk() ? 1 : 0;
      Thread.sleep(5);
    }
    // At 0, 0.2, 0.6 and 1.4 s.
    assertThat(asked).isBetween(2, 4);
  }
}
