package dev.heisenbug.nativerec.pt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PerfCommandTest {
  private static PerfCommand command(PerfCommand.Mode mode) {
    return new PerfCommand(PerfCommand.INTEL_PT, mode, 64, Path.of("perf.data"));
  }

  @Test
  void snapshotKeepsTheRingAtTheEnd() {
    assertThat(command(PerfCommand.Mode.SNAPSHOT).start(List.of("prog", "-x")))
        .containsSequence("-e", "intel_pt//u")
        .containsSequence("-m", ",64M")
        .contains("--snapshot=e", "--switch-events")
        .endsWith("--", "prog", "-x");
  }

  @Test
  void fullModeHasNoSnapshot() {
    assertThat(command(PerfCommand.Mode.FULL).start(List.of("prog")))
        .noneMatch(a -> a.startsWith("--snapshot"));
  }

  @Test
  void attachesToSeveralProcesses() {
    assertThat(command(PerfCommand.Mode.SNAPSHOT).attach(List.of(12L, 34L)))
        .endsWith("-p", "12,34");
  }
}
