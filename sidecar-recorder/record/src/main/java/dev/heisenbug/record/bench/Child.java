package dev.heisenbug.record.bench;

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
import java.util.List;
import java.util.stream.Stream;

/** Runs one workload in a JVM of its own, with or without the agent. */
record Child(Path agent, Path temp) {
  Measurement measure(String workload, String mode, int repetitions, double scale)
      throws IOException, InterruptedException {
    Path out = temp.resolve("recording");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (!mode.equals("none")) {
      command.add("-javaagent:" + agent + "=out=" + out + ",mode=" + mode + ",cap=4g");
    }
    command.addAll(List.of("-cp", classPath(), WorkloadMain.class.getName(), workload));
    command.addAll(List.of(String.valueOf(repetitions), String.valueOf(scale)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("workload " + workload + " failed in mode " + mode);
    }
    long bytes = mode.equals("none") ? 0 : bytes(out.resolve("events.hbs"));
    delete(out);
    return parse(output, bytes);
  }

  private static Measurement parse(String output, long bytes) throws IOException {
    List<Long> times = new ArrayList<>();
    List<Long> cpu = new ArrayList<>();
    long branches = 0;
    for (String line : output.lines().toList()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "times" -> numbers(words, times);
        case "cpu" -> numbers(words, cpu);
        case "branches" -> branches = Long.parseLong(words[1]);
        default -> {}
      }
    }
    if (times.isEmpty() || cpu.isEmpty()) {
      throw new IOException("a workload printed no times");
    }
    return new Measurement(Measurement.least(times), Measurement.average(cpu), bytes, branches);
  }

  private static void numbers(String[] words, List<Long> to) {
    for (int i = Math.min(2, words.length - 1); i < words.length; i++) {
      to.add(Long.parseLong(words[i]));
    }
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
