package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PtProbeTest {
  private static final int SOFTWARE = 1;
  private static final int NO_SUCH_TYPE = 12345;

  @TempDir Path root;

  @Test
  void withoutTheEventSourceThereIsNothingToOpen() throws IOException {
    PtProbe probe = new PtProbe(root.resolve("sys"), root.resolve("proc"), type -> 0);
    assertThat(probe.look().usable()).isEqualTo("false");
    assertThat(probe.look().detail()).contains("no intel_pt");
  }

  @Test
  void whatOpeningSaysDecides() throws IOException {
    assertThat(found(type -> type == 8 ? 0 : 22).usable()).isEqualTo("true");
    assertThat(found(type -> 13).usable()).isEqualTo("false");
    assertThat(found(type -> 13).detail())
        .contains("not permitted", "kernel 6.1.0", "perf_event_paranoid 3");
    assertThat(found(type -> 16).detail()).contains("busy");
    assertThat(found(null).usable()).isEqualTo("unknown");
  }

  /** The kernel knows the first type and not the second, whatever it then says to the first. */
  @Test
  void theKernelIsReallyAsked() {
    assertThat(PerfEvent.open(NO_SUCH_TYPE)).isNotZero();
    assertThat(PerfEvent.open(SOFTWARE)).isIn(0, 1, 13, 38);
  }

  private PtProbe.Finding found(IntUnaryOperator open) throws IOException {
    write("sys/bus/event_source/devices/intel_pt/type", "8\n");
    write("proc/sys/kernel/osrelease", "6.1.0\n");
    write("proc/sys/kernel/perf_event_paranoid", "3\n");
    return new PtProbe(root.resolve("sys"), root.resolve("proc"), open).look();
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
