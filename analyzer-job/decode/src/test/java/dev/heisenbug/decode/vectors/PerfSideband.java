package dev.heisenbug.decode.vectors;

import dev.heisenbug.decode.flow.BlockCache;
import dev.heisenbug.decode.image.Image;
import dev.heisenbug.decode.image.Section;
import dev.heisenbug.decode.perf.PerfRecord;
import dev.heisenbug.decode.perf.RecordStream;
import dev.heisenbug.decode.perf.SampleId;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Perf records of a vector, printed in libipt's notation and applied to the code that is seen. */
final class PerfSideband implements Sideband {
  private final Vector vector;
  private final String options;
  private final Consumer<BlockCache> use;
  private final List<Deque<Entry>> streams = new ArrayList<>();
  private final Map<Integer, Image> images = new HashMap<>();
  private int pid = -1;
  private int shown = -1;

  private record Entry(String file, long offset, PerfRecord record, SampleId sample) {}

  PerfSideband(Vector vector, String options, Consumer<BlockCache> use) {
    this.vector = vector;
    this.options = options;
    this.use = use;
    vector.sideband().forEach(this::load);
  }

  private void load(String file, byte[] bytes) {
    Matcher m = Pattern.compile("sample-type=0x([0-9a-f]+)").matcher(file);
    long type = m.find() ? Long.parseLong(m.group(1), 16) : 0;
    Deque<Entry> queue = new ArrayDeque<>();
    new RecordStream(MemorySegment.ofArray(bytes), type)
        .read((offset, record, sample) -> queue.add(new Entry(file, offset, record, sample)));
    streams.add(queue);
  }

  @Override
  public void until(long tsc, List<String> lines) {
    for (Deque<Entry> queue : streams) {
      while (!queue.isEmpty() && queue.peek().sample().time() <= tsc) {
        Entry e = queue.remove();
        print(e, lines);
        apply(e);
      }
    }
  }

  @Override
  public void drain(List<String> lines) {
    until(Long.MAX_VALUE, lines);
  }

  @Override
  public void select(List<String> lines, boolean mayChange) {
    if (pid < 0 || vector.sideband().isEmpty() || Vector.has(options, "--sb:warn")) {
      return;
    }
    if (pid != shown && (mayChange || shown < 0)) {
      shown = pid;
      if (Vector.has(options, "--sb:switch")) {
        lines.add("[context: pid-" + pid + "]");
      }
    }
    use.accept(new BlockCache(image(shown)));
  }

  private Image image(int process) {
    return images.computeIfAbsent(process, p -> new Image());
  }

  private void apply(Entry e) {
    switch (e.record()) {
      case PerfRecord.Mmap m -> map(m);
      case PerfRecord.ItraceStart i -> pid = i.pid();
      case PerfRecord.Switch s -> {
        if (!s.out() && e.sample().tid() >= 0) {
          pid = e.sample().pid();
        } else if (s.out() && e.sample().tid() < 0 && s.otherTid() >= 0) {
          pid = s.otherPid();
        }
      }
      case PerfRecord.Comm c -> {
        if (c.exec()) {
          images.put(c.pid(), new Image());
        }
      }
      case PerfRecord.Fork f -> images.put(f.pid(), new Image(image(f.parentPid())));
      default -> {}
    }
  }

  private void map(PerfRecord.Mmap m) {
    long size = Math.min(m.length(), vector.code().length - m.fileOffset());
    if (size > 0 && m.file().endsWith(".bin")) {
      MemorySegment code = MemorySegment.ofArray(vector.code());
      image(m.pid())
          .add(new Section(m.address(), size, code.asSlice(m.fileOffset(), size), m.file()));
    }
  }

  private void print(Entry e, List<String> lines) {
    if (Vector.has(options, "--sb:warn")) {
      warn(e, lines);
    }
    boolean verbose = Vector.has(options, "--sb:verbose");
    if (!verbose && !Vector.has(options, "--sb:compact")) {
      return;
    }
    String head = String.format("%016x ", e.offset());
    if (Vector.has(options, "--sb:time")) {
      head += String.format("%016x ", e.sample().time());
    }
    if (verbose) {
      lines.add(head + "PERF_RECORD_" + describe(e.record()).split(" ")[0]);
      VerboseRecord.list(e.record(), e.sample(), lines);
      return;
    }
    lines.add(head + "PERF_RECORD_" + describe(e.record()) + " { " + describe(e.sample()) + " }");
  }

  private static String describe(PerfRecord record) {
    return switch (record) {
      case PerfRecord.Mmap m ->
          String.format(
              "MMAP %d/%d, %x, %x, %x, %s",
              m.pid(), m.tid(), m.address(), m.length(), m.fileOffset(), m.file());
      case PerfRecord.Comm c ->
          (c.exec() ? "COMM.EXEC " : "COMM ") + c.pid() + "/" + c.tid() + ", " + c.name();
      case PerfRecord.Exit x ->
          "EXIT "
              + x.pid()
              + "/"
              + x.tid()
              + ", "
              + x.parentPid()
              + "/"
              + x.parentTid()
              + ", "
              + Long.toHexString(x.time());
      case PerfRecord.Fork f ->
          "FORK "
              + f.pid()
              + "/"
              + f.tid()
              + ", "
              + f.parentPid()
              + "/"
              + f.parentTid()
              + ", "
              + Long.toHexString(f.time());
      case PerfRecord.Aux a ->
          String.format(
              "AUX%s %x, %x, %x",
              (a.flags() & 1) != 0 ? ".TRUNCATED" : "", a.offset(), a.size(), a.flags());
      case PerfRecord.ItraceStart i -> "ITRACE_START " + i.pid() + "/" + i.tid();
      case PerfRecord.Lost l ->
          l.samples()
              ? "LOST_SAMPLES " + Long.toHexString(l.count())
              : "LOST " + Long.toHexString(l.id()) + ", " + Long.toHexString(l.count());
      case PerfRecord.Switch s ->
          s.otherTid() < 0
              ? "SWITCH." + (s.out() ? "OUT" : "IN")
              : "SWITCH_CPU_WIDE." + (s.out() ? "OUT " : "IN ") + s.otherPid() + "/" + s.otherTid();
      default -> record.toString();
    };
  }

  private static String describe(SampleId s) {
    StringBuilder b = new StringBuilder();
    if (s.tid() >= 0) {
      b.append(s.pid()).append('/').append(s.tid()).append(' ');
    }
    if (s.timed()) {
      b.append(Long.toHexString(s.time())).append(' ');
    }
    if (s.id() >= 0) {
      b.append(s.id()).append(' ');
    }
    if (s.cpu() >= 0) {
      b.append("cpu-").append(s.cpu()).append(' ');
    }
    if (s.streamId() >= 0) {
      b.append(s.streamId()).append(' ');
    }
    if (s.identifier() >= 0) {
      b.append(s.identifier());
    }
    return b.toString().strip();
  }

  private void warn(Entry e, List<String> lines) {
    String what =
        switch (e.record()) {
          case PerfRecord.Aux a -> (a.flags() & 1) != 0 ? "warning: trace lost" : null;
          case PerfRecord.Lost l -> "warning: sideband lost";
          case PerfRecord.Mmap m ->
              m.file().equals("[vdso]")
                  ? "error: bad configuration"
                  : "warning: image section lost";
          default -> null;
        };
    if (what != null) {
      lines.add(
          String.format("[%s-%s:%016x sideband %s]", vector.name(), e.file(), e.offset(), what));
    }
  }
}
