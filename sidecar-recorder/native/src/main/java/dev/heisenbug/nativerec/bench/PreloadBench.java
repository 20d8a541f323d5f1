package dev.heisenbug.nativerec.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.nativerec.preload.PreloadLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the preload agent costs a program that does nothing but take locks, by the length of its
 * critical sections. Plain and recorded runs take turns, and the best of each counts: what other
 * programs do to the machine only ever makes a run slower.
 */
public final class PreloadBench {
  private static final int[] WORK = {0, 50, 100, 200, 400, 800, 1600};
  private static final long NANOS_PER_POINT = 400_000_000L;
  private static final long CAP = 1L << 32;

  private final int threads;
  private final int rounds;
  private final Path folder;
  private final Path program;
  private final Path library;

  /** Nanoseconds of processor time for one lock, the work under it and the unlock. */
  public record Row(double plain, double recorded) {
    public double extra() {
      return recorded - plain;
    }

    public double percent() {
      return 100 * extra() / plain;
    }
  }

  private PreloadBench(Path folder, int threads, int rounds) throws IOException {
    this.threads = threads;
    this.rounds = rounds;
    this.folder = folder;
    this.library = PreloadLibrary.unpack(folder);
    this.program = compile(folder);
  }

  /** Measures and prints; 0, or 3 when there is nothing to measure with. */
  public static int run(int threads, int rounds, boolean json, PrintStream out)
      throws IOException, InterruptedException {
    if (!PreloadLibrary.built()) {
      out.println(PreloadLibrary.missing());
      return 3;
    }
    Path folder = Files.createTempDirectory("heisenbug-bench");
    try {
      List<Row> rows = new PreloadBench(folder, threads, rounds).measure();
      if (json) {
        out.println(new ObjectMapper().writeValueAsString(rows));
        return 0;
      }
      out.println("lock, work, unlock (ns)   recorded (ns)   extra (ns)   extra");
      for (Row r : rows) {
        out.printf(
            "%23.1f %15.1f %12.1f %6.1f%%%n", r.plain(), r.recorded(), r.extra(), r.percent());
      }
      return 0;
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static Path compile(Path folder) throws IOException {
    Path source = folder.resolve("locks.c");
    try (InputStream in = PreloadBench.class.getResourceAsStream("locks.c")) {
      Files.copy(in, source);
    }
    Path program = folder.resolve("locks");
    output(
        new ProcessBuilder("gcc", "-O2", "-pthread", "-o", program.toString(), source.toString()));
    return program;
  }

  private List<Row> measure() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int work : WORK) {
      long sections = NANOS_PER_POINT / (30 + work);
      long plain = Long.MAX_VALUE;
      long recorded = Long.MAX_VALUE;
      for (int i = 0; i < rounds; i++) {
        plain = Math.min(plain, run(work, sections, false));
        recorded = Math.min(recorded, run(work, sections, true));
      }
      double all = (double) sections * threads;
      rows.add(new Row(plain / all, recorded / all));
    }
    return rows;
  }

  private long run(int work, long sections, boolean recorded) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            program.toString(),
            Integer.toString(threads),
            Long.toString(sections),
            Integer.toString(work));
    if (!recorded) {
      return Long.parseLong(output(builder).strip());
    }
    Path logs = Files.createTempDirectory(folder, "logs");
    for (String variable : PreloadLibrary.environment(library, logs, CAP)) {
      String[] parts = variable.split("=", 2);
      builder.environment().put(parts[0], parts[1]);
    }
    long nanos = Long.parseLong(output(builder).strip());
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    return nanos;
  }

  private static String output(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", builder.command()) + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return text;
  }
}
