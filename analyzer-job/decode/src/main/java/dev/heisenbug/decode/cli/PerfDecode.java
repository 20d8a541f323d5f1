package dev.heisenbug.decode.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.MappedFile;
import dev.heisenbug.decode.output.AddressList;
import dev.heisenbug.decode.output.ThreadListing;
import dev.heisenbug.decode.packet.PacketListing;
import dev.heisenbug.decode.threads.CodeFiles;
import dev.heisenbug.decode.threads.Gap;
import dev.heisenbug.decode.threads.Recording;
import dev.heisenbug.decode.threads.ThreadDecoder;
import dev.heisenbug.decode.threads.ThreadId;
import dev.heisenbug.decode.threads.ThreadSink;
import dev.heisenbug.decode.threads.ThreadSummary;
import dev.heisenbug.decode.threads.TraceQueue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The decode command on one perf.data file. */
final class PerfDecode {
  private final Path file;
  private final Arena arena;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Recording recording;

  PerfDecode(Path file, Arena arena, PrintWriter out, PrintWriter err) {
    this.file = file;
    this.arena = arena;
    this.out = out;
    this.err = err;
    this.recording = Recording.read(MappedFile.map(file, arena), file.toString());
    if (recording.queues().isEmpty()) {
      throw new DecodeException(
          Reason.UNSUPPORTED,
          file
              + (recording.truncated()
                  ? " is cut off before its first Intel PT data."
                  : " has no Intel PT data (was it recorded with intel_pt//?)."));
    }
  }

  void packets(EventOptions options) throws IOException {
    for (TraceQueue q : recording.queues()) {
      out.println("# cpu " + q.cpu() + " tid " + q.tid() + ", " + q.size() + " bytes");
      for (MemorySegment s : q.streams(recordingData(), recording.snapshots(), arena)) {
        new PacketListing().list(s, 0, s.byteSize(), options.errata(), out);
      }
    }
  }

  private MemorySegment recordingData() {
    return MappedFile.map(file, arena);
  }

  /** What the recording says of the machine, unless the user said otherwise. */
  EventOptions options(MachineOptions machine) {
    EventOptions recorded = recording.eventOptions();
    return EventOptions.of(
        machine.cpu == null ? recorded.errata() : machine.errata(),
        machine.cpuid15 == null ? recorded.time() : machine.time());
  }

  void flow(
      EventOptions options,
      Image base,
      Path symfs,
      Set<Integer> tids,
      OutputKind print,
      boolean json,
      OutputStream list)
      throws IOException {
    CodeFiles files = new CodeFiles(symfs, arena);
    ThreadSummary summary = new ThreadSummary(recording.clock());
    List<ThreadSink> sinks = new ArrayList<>(List.of(summary));
    AddressList addresses = list == null ? null : new AddressList(list);
    if (addresses != null) {
      sinks.add((thread, cpu, batch) -> addresses.instructions(batch));
    }
    if (print == OutputKind.instructions) {
      sinks.add(new ThreadListing(out, recording.clock()));
    }
    Selected selected = new Selected(tids, sinks, new HashSet<>());
    new ThreadDecoder(recording, options, base, files).run(selected, arena);
    if (addresses != null) {
      addresses.flush();
    }
    PerfReport report = new PerfReport(recording, summary, files);
    if (json) {
      var mapper = new ObjectMapper().writerWithDefaultPrettyPrinter();
      out.println(mapper.writeValueAsString(report.figures()));
    } else if (print == OutputKind.threads) {
      report.threads(out);
    } else if (print == OutputKind.summary) {
      report.summary(out);
    }
    report.warnings(file).forEach(err::println);
    for (int tid : tids) {
      if (!selected.seen().contains(tid)) {
        err.println("Thread " + tid + " has no trace in " + file + ": --print threads lists them.");
      }
    }
  }

  /** Several sinks, for the threads that were asked for. */
  private record Selected(Set<Integer> tids, List<ThreadSink> sinks, Set<Integer> seen)
      implements ThreadSink {
    private boolean wanted(ThreadId thread) {
      boolean wanted = tids.isEmpty() || tids.contains(thread.tid());
      if (wanted && !tids.isEmpty()) {
        seen.add(thread.tid());
      }
      return wanted;
    }

    @Override
    public void instructions(ThreadId thread, int cpu, FlowBatch batch) {
      if (wanted(thread)) {
        sinks.forEach(s -> s.instructions(thread, cpu, batch));
      }
    }

    @Override
    public void event(ThreadId thread, int cpu, PtEvent event) {
      if (wanted(thread)) {
        sinks.forEach(s -> s.event(thread, cpu, event));
      }
    }

    @Override
    public void gap(Gap gap) {
      if (wanted(gap.thread())) {
        sinks.forEach(s -> s.gap(gap));
      }
    }
  }
}
