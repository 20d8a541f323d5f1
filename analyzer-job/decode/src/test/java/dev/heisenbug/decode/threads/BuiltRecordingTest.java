package dev.heisenbug.decode.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.perf.PerfDataBuilder;
import dev.heisenbug.formats.pt.PacketEncoder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Recordings made here: both modes, compression, pieces of trace, and a thread that moves. */
public class BuiltRecordingTest {
  private static final long CODE = 0x401000;

  /** Two NOPs and a SYSCALL. */
  private static final byte[] BYTES = HexFormat.of().parseHex("90900f05");

  /** Runs the code once, from {@code tsc} on. */
  private static void run(PacketEncoder out, long tsc, boolean first) {
    if (first) {
      out.psb();
      out.tsc(tsc);
      out.psbend();
      out.modeExec(true, false, false);
    } else {
      out.tsc(tsc);
    }
    out.tipPge(CODE);
    out.tipPgd();
  }

  /** Thread 11 runs on CPU 0, then 12 there, then 11 on CPU 1. */
  public static PerfDataBuilder recording(boolean compressed) {
    PacketEncoder cpu0 = new PacketEncoder();
    run(cpu0, 1000, true);
    run(cpu0, 2000, false);
    PacketEncoder cpu1 = new PacketEncoder();
    run(cpu1, 3000, true);
    byte[] trace = cpu0.toByteArray();
    int cut = trace.length - 5;
    return new PerfDataBuilder(compressed)
        .timeConv(0, 1, 0)
        .info()
        .comm(10, 11, "eleven", 1)
        .switched(false, 0, 10, 11, 900)
        .switched(true, 0, 10, 11, 1500)
        .switched(false, 0, 10, 12, 1600)
        .switched(true, 0, 10, 12, 2500)
        .switched(false, 1, 10, 11, 2900)
        .mmap(10, CODE, 0x1000, 0, "/no/such/file", 5)
        .trace(0, 0, Arrays.copyOf(trace, cut))
        .trace(1, 0, cpu1.toByteArray())
        .trace(0, cut, Arrays.copyOfRange(trace, cut, trace.length));
  }

  private static Map<Integer, ThreadSummary.Entry> decode(byte[] file) {
    try (Arena arena = Arena.ofConfined()) {
      Recording recording = Recording.read(MemorySegment.ofArray(file), "test");
      Image image = new Image();
      image.add(new Section(CODE, BYTES.length, MemorySegment.ofArray(BYTES), "code"));
      ThreadSummary summary = new ThreadSummary(recording.clock());
      CodeFiles files = new CodeFiles(null, arena);
      new ThreadDecoder(recording, recording.eventOptions(), image, files).run(summary, arena);
      assertThat(files.problems()).containsKey("/no/such/file");
      return summary.threads();
    }
  }

  @Test
  void fileAndPipeCompressedAndNotSayTheSame() {
    for (boolean compressed : new boolean[] {false, true}) {
      for (byte[] file : List.of(recording(compressed).file(), recording(compressed).pipe())) {
        Map<Integer, ThreadSummary.Entry> threads = decode(file);
        assertThat(threads).containsOnlyKeys(11, 12);
        assertThat(threads.get(11).perCpu()).isEqualTo(new TreeMap<>(Map.of(0, 3L, 1, 3L)));
        assertThat(threads.get(12).perCpu()).isEqualTo(new TreeMap<>(Map.of(0, 3L)));
        assertThat(threads.get(12).earliest()).isEqualTo(2000);
        assertThat(threads.get(12).latest()).isLessThanOrEqualTo(2500);
      }
    }
  }

  /** The clock of the trace may be a little ahead of the one of the switches. */
  @Test
  void switchesOfUserCodeWaitUntilTracingIsOff() {
    PacketEncoder out = new PacketEncoder();
    run(out, 1000, true);
    out.tsc(1400);
    out.tipPge(CODE);
    out.tsc(1600);
    out.fup(CODE + 1);
    out.tipPgd();
    out.tsc(1700);
    out.tipPge(CODE);
    out.tipPgd();
    byte[] file =
        new PerfDataBuilder(false)
            .timeConv(0, 1, 0)
            .info()
            .switched(false, 0, 10, 11, 900)
            .switched(true, 0, 10, 11, 1500)
            .switched(false, 0, 20, 21, 1501)
            .mmap(10, CODE, 0x1000, 0, "/no/such/file", 5)
            .trace(0, 0, out.toByteArray())
            .file();
    Map<Integer, ThreadSummary.Entry> threads = decode(file);
    assertThat(threads.get(11).instructions()).isEqualTo(4);
    assertThat(threads.get(21).instructions()).isEqualTo(3);
  }

  @Test
  void gapsNameTheRangeOfTheMissingFileAndDecodingGoesOn() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = MemorySegment.ofArray(recording(false).file());
      Recording recording = Recording.read(data, "test");
      ThreadSummary summary = new ThreadSummary(recording.clock());
      CodeFiles files = new CodeFiles(null, arena);
      new ThreadDecoder(recording, recording.eventOptions(), new Image(), files)
          .run(summary, arena);
      assertThat(summary.gaps()).hasSize(2);
      assertThat(summary.gaps().getFirst().text())
          .contains("at 401000 (401000 to 401fff of /no/such/file is missing)");
    }
  }

  @Test
  void cutFileGivesWhatIsThere() {
    byte[] whole = recording(false).file();
    byte[] cut = Arrays.copyOf(whole, whole.length - 20);
    Recording recording = Recording.read(MemorySegment.ofArray(cut), "test");
    assertThat(recording.truncated()).isTrue();
    assertThat(recording.queues()).isNotEmpty();
  }

  @Test
  void otherFilesAreRefusedInOneSentence() {
    MemorySegment text = MemorySegment.ofArray("this is no recording at all".getBytes());
    assertThatThrownBy(() -> Recording.read(text, "notes.txt"))
        .isInstanceOf(DecodeException.class)
        .hasMessage("notes.txt is not a perf.data file.");
  }
}
