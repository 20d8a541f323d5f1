package dev.heisenbug.record.bench;

import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.Overhead;
import dev.heisenbug.record.bench.workloads.WorkloadMain;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Runs one workload in a JVM of its own, with or without the agent. */
record Child(Path agent, Path temp) {
  Measurement measure(String workload, String mode, BenchOptions options)
      throws IOException, InterruptedException {
    Path out = temp.resolve("recording");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (!mode.equals("none")) {
      command.add("-javaagent:" + agent + "=out=" + out + ",mode=" + mode + ",cap=4g");
    }
    command.addAll(List.of("-cp", classPath(), WorkloadMain.class.getName(), workload));
    command.add(String.valueOf(options.scale()));
    command.add(String.valueOf(options.warmUpMillis()));
    command.add(String.valueOf(options.measuredMillis()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("workload " + workload + " failed in mode " + mode);
    }
    boolean recorded = !mode.equals("none");
    long bytes = recorded ? bytes(out.resolve("events.hbs")) : 0;
    double noted = recorded ? noted(out) : Double.NaN;
    delete(out);
    return parse(output, bytes, noted);
  }

  private static Measurement parse(String output, long bytes, double noted) throws IOException {
    Map<String, long[]> lines = new HashMap<>();
    for (String line : output.lines().toList()) {
      String[] words = line.split(" ");
      lines.put(words[0], Stream.of(words).skip(1).mapToLong(Long::parseLong).toArray());
    }
    if (!lines.keySet().containsAll(List.of("times", "cpu", "start", "branches"))) {
      throw new IOException("a workload printed no times");
    }
    return new Measurement(
        LongStream.of(lines.get("times")).min().orElseThrow(),
        lines.get("cpu")[0],
        lines.get("start")[0],
        bytes,
        lines.get("branches")[0],
        noted);
  }

  private static double noted(Path recording) throws IOException {
    Overhead overhead = BundleFolder.seal(recording, List.of(), Map.of(), null).overhead();
    return overhead == null ? Double.NaN : overhead.ratio();
  }

  private static long bytes(Path events) throws IOException {
    EventFile file = EventFile.read(events);
    long total = 0;
    for (int thread : file.threads()) {
      StreamCursor cursor = file.cursor(thread);
      while (cursor.next() != EventType.END) {
        cursor.skipRepeats();
      }
      total += cursor.bytes();
    }
    return total;
  }

  private static String classPath() throws IOException {
    try {
      return Path.of(WorkloadMain.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
