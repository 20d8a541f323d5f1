package dev.heisenbug.decode.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.TestData;
import dev.heisenbug.decode.image.ElfFile;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.threads.SwitchTimeline.Execution;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real perf.data files come apart into the threads that ran. */
class RecordedThreadsTest {
  private Path traces;

  @BeforeEach
  void needsTraces() {
    assumeTrue(TestData.traces().isPresent(), "no reference traces beside the project");
    traces = TestData.traces().get();
  }

  @Test
  void twoThreadsOnTwoCpus() {
    Path folder = traces.resolve("lldb-two-threads-two-cpus");
    try (Arena arena = Arena.ofConfined()) {
      Path file = folder.resolve("system-wide.perf.data");
      Recording recording = Recording.read(MappedFile.map(file, arena), "recording");
      ThreadSummary summary = new ThreadSummary(recording.clock());
      CodeFiles files = new CodeFiles(folder.resolve("modules"), arena);
      new ThreadDecoder(recording, recording.eventOptions(), new Image(), files)
          .run(summary, arena);

      ThreadSummary.Entry writer = summary.threads().get(3497496);
      assertThat(writer.instructions()).isEqualTo(19521);
      assertThat(writer.perCpu()).containsOnlyKeys(51);
      assertThat(writer.first()).isEqualTo(0x400ba7);
      assertThat(writer.last()).isEqualTo(0x400ba7);
      assertThat(writer.latest()).isEqualTo(40450075477704372L);
      ThreadSummary.Entry reader = summary.threads().get(3497497);
      assertThat(reader.instructions()).isEqualTo(61825);
      assertThat(reader.perCpu()).containsOnlyKeys(45);
      assertThat(summary.threads()).containsOnlyKeys(3497496, 3497497);

      assertThat(recording.switches().get(45).records()).isEqualTo(76);
      assertThat(recording.switches().get(45).executions()).hasSize(39);
      assertThat(recording.switches().get(51).records()).isEqualTo(226);
      assertThat(recording.switches().get(51).executions()).hasSize(114);
      assertThat(executions(recording, 45, 3497497))
          .containsExactly(
              new Execution(new ThreadId(3497234, 3497497), 7002362982833335L, 7002363023821528L),
              new Execution(new ThreadId(3497234, 3497497), 7002363023826908L, 7002363907259077L));
      assertThat(executions(recording, 51, 3497496))
          .containsExactly(
              new Execution(new ThreadId(3497234, 3497496), 7002363907159404L, 7002363907200935L));
    }
  }

  private static List<Execution> executions(Recording recording, int cpu, int tid) {
    return recording.switches().get(cpu).executions().stream()
        .filter(x -> x.thread().tid() == tid)
        .toList();
  }

  @Test
  void timesAndAddressesAreThoseOfPerf() throws IOException {
    Path folder = traces.resolve("hase-loopy-skylake");
    List<String> expected =
        Files.readAllLines(folder.resolve("perf-instructions.txt"), StandardCharsets.US_ASCII);
    List<String> actual = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      Recording recording =
          Recording.read(MappedFile.map(folder.resolve("perf.data"), arena), "recording");
      Image program = new Image();
      ElfFile.parse(MappedFile.map(folder.resolve("program"), arena), "program").addTo(program, 0);
      ThreadSink sink =
          (thread, cpu, batch) -> {
            for (int run = 0; run < batch.size(); run++) {
              long ns = recording.clock().toNanos(batch.earliest(run));
              assertThat(batch.latest()).isGreaterThanOrEqualTo(batch.earliest(run));
              for (int i = batch.from(run); i < batch.to(run); i++) {
                actual.add(
                    String.format(
                        "%d [%03d] %d.%09d: %x",
                        thread.tid(),
                        cpu,
                        ns / 1_000_000_000,
                        ns % 1_000_000_000,
                        batch.block(run).address(i)));
              }
            }
          };
      new ThreadDecoder(recording, recording.eventOptions(), program, new CodeFiles(null, arena))
          .run(sink, arena);
    }
    assertThat(actual)
        .isEqualTo(expected.stream().map(l -> l.strip().replaceAll("\\s+", " ")).toList());
  }
}
