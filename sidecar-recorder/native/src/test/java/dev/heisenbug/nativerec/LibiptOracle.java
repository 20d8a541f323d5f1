package dev.heisenbug.nativerec;

import dev.heisenbug.decode.bench.BenchMain;
import dev.heisenbug.decode.bench.Libipt;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.perf.PerfFile;
import dev.heisenbug.decode.perf.PerfRecord;
import dev.heisenbug.decode.threads.Recording;
import dev.heisenbug.decode.threads.TraceQueue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Intel's decoder on a recording of one process: how many instructions, and their sum. */
final class LibiptOracle {
  private final Path folder;

  LibiptOracle(Path folder) {
    this.folder = folder;
  }

  static boolean available() {
    return Libipt.installed();
  }

  record Sum(long instructions, long errors, long sum) {}

  Sum decode(Path bundle) throws IOException, InterruptedException {
    Path driver = driver();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = MappedFile.map(bundle.resolve("perf.data"), arena);
      Recording recording = Recording.read(data, "perf.data");
      ByteArrayOutputStream image = new ByteArrayOutputStream();
      String sections = sections(data, bundle, image);
      Path code = Files.write(folder.resolve("image.bin"), image.toByteArray());
      long[] total = new long[3];
      for (TraceQueue queue : recording.queues()) {
        for (MemorySegment stream : queue.streams(data, false, arena)) {
          Path trace = folder.resolve("core.pt");
          Files.write(trace, stream.toArray(ValueLayout.JAVA_BYTE));
          add(total, run(driver, trace, code, sections));
        }
      }
      return new Sum(total[0], total[1], total[2]);
    }
  }

  private static void add(long[] total, String line) {
    String[] fields = line.strip().split("\\s+");
    for (int i = 0; i < 3; i++) {
      total[i] += Long.parseUnsignedLong(fields[i]);
    }
  }

  private Path driver() throws IOException, InterruptedException {
    Path program = folder.resolve("libipt-driver");
    Path source = folder.resolve("libipt-driver.c");
    try (InputStream in = BenchMain.class.getResourceAsStream("libipt-driver.c")) {
      Files.write(source, in.readAllBytes());
    }
    Tools.output("gcc", "-O2", "-o", program.toString(), source.toString(), "-lipt");
    return program;
  }

  private static String sections(MemorySegment data, Path bundle, ByteArrayOutputStream image)
      throws IOException {
    Map<String, String> files =
        Files.readAllLines(bundle.resolve("binaries.tsv")).stream()
            .map(l -> l.split("\t"))
            .collect(Collectors.toMap(f -> f[2], f -> f[0]));
    List<PerfRecord.Mmap> maps = new ArrayList<>();
    PerfFile.open(data, "perf.data")
        .read(
            (record, sample) -> {
              if (record instanceof PerfRecord.Mmap m && files.containsKey(m.file())) {
                maps.add(m);
              }
            });
    StringBuilder lines = new StringBuilder();
    for (PerfRecord.Mmap m : maps) {
      byte[] file = Files.readAllBytes(bundle.resolve(files.get(m.file())));
      int from = m.file().equals("[vdso]") ? 0 : (int) m.fileOffset();
      int size = (int) Math.min(m.length(), file.length - from);
      lines.append("%d %d %d%n".formatted(image.size(), size, m.address()));
      image.write(file, from, size);
    }
    return lines.toString();
  }

  private static String run(Path driver, Path trace, Path code, String sections)
      throws IOException, InterruptedException {
    Process p =
        new ProcessBuilder(driver.toString(), trace.toString(), code.toString(), "1").start();
    try (OutputStream in = p.getOutputStream()) {
      in.write(sections.getBytes(StandardCharsets.US_ASCII));
    }
    String text = new String(p.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    p.waitFor();
    return text;
  }
}
