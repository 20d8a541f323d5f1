package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.fail.FailureWriter;
import dev.heisenbug.nativerec.perf.Mapping;
import dev.heisenbug.nativerec.trace.StoppedProcess;
import dev.heisenbug.nativerec.trace.TraceListener;
import dev.heisenbug.nativerec.trace.TraceOptions;
import dev.heisenbug.nativerec.trace.TraceResult;
import dev.heisenbug.nativerec.trace.TracedThread;
import dev.heisenbug.nativerec.trace.Tracer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One run of a program under the software PT recorder, with all that its bundle needs. */
final class SoftPtRun implements TraceListener {
  private static final Duration DEADLOCK = Duration.ofSeconds(1);

  private final Path folder;
  private final Binaries binaries;
  private final FailureWriter failures;
  private final List<TracedThread> threads = new ArrayList<>();
  private Truth truth;

  SoftPtRun(Path folder) {
    this.folder = folder;
    this.binaries = new Binaries(folder);
    this.failures = new FailureWriter(folder.resolve(NativeFolder.CORE));
  }

  FailureWriter failures() {
    return failures;
  }

  TraceResult run(NativeOptions options, int run) throws IOException {
    TraceOptions trace =
        new TraceOptions(
            options.command(),
            System.getenv(),
            folder.resolve(NativeFolder.PERF_DATA),
            options.cores(),
            options.seed(run),
            options.slice(run),
            DEADLOCK,
            options.timeout());
    try (Truth lists = new Truth(options.truth())) {
      truth = lists;
      TraceResult result = new Tracer(trace, this).run();
      if (!result.timedOut()) {
        failures.exit(result.exitCode());
      }
      writeLists();
      return result;
    }
  }

  private void writeLists() throws IOException {
    binaries.writeList();
    List<String> lines = new ArrayList<>();
    for (TracedThread t : threads) {
      lines.add(t.tree() + "\t" + t.pid() + "\t" + t.tid() + "\t" + t.instructions());
    }
    Files.write(folder.resolve(NativeFolder.THREADS), lines);
  }

  @Override
  public void ran(TracedThread thread, long[] addresses, int count) {
    truth.ran(thread, addresses, count);
  }

  @Override
  public void started(TracedThread thread) {
    threads.add(thread);
  }

  @Override
  public void mapped(TracedThread thread, Mapping mapping) throws IOException {
    binaries.add(mapping, thread.pid());
  }

  @Override
  public void dying(TracedThread thread, int signal, StoppedProcess process) throws IOException {
    failures.signal(thread, signal, process);
  }

  @Override
  public void deadlocked(TracedThread thread, StoppedProcess process) throws IOException {
    failures.deadlock(thread, process);
  }
}
