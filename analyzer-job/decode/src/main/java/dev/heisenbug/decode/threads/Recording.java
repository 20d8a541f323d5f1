package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.DecodeException;
import dev.heisenbug.decode.DecodeException.Reason;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.TimeConfig;
import dev.heisenbug.decode.packet.Errata;
import dev.heisenbug.decode.perf.ClockConversion;
import dev.heisenbug.decode.perf.PerfAttr;
import dev.heisenbug.decode.perf.PerfFile;
import dev.heisenbug.decode.perf.PerfRecord;
import dev.heisenbug.decode.perf.PerfRecord.AuxTraceInfo;
import dev.heisenbug.decode.perf.PerfVisitor;
import dev.heisenbug.decode.perf.SampleId;
import dev.heisenbug.formats.perf.PerfLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a perf.data file says besides the trace itself: who ran where and when, what was mapped, and
 * how the clocks convert. Grows with the number of such records, not with the trace.
 */
public final class Recording implements PerfVisitor {
  private final MemorySegment data;
  private final Map<Long, TraceQueue> queues = new LinkedHashMap<>();
  private final Map<Integer, SwitchTimeline> switches = new TreeMap<>();
  private final List<ProcessEvent> processEvents = new ArrayList<>();
  private final Map<Integer, ThreadId> started = new HashMap<>();
  private final Map<Integer, Integer> processOf = new HashMap<>();
  private final Map<Integer, String> names = new TreeMap<>();
  private final Map<String, String> buildIds = new HashMap<>();
  private final List<PerfAttr> attrs = new ArrayList<>();
  private ClockConversion clock;
  private AuxTraceInfo info;
  private String cpuid;
  private long lost;
  private long truncatedAux;
  private boolean truncated;

  /** Something that changes address spaces, with perf's time or Long.MIN_VALUE. */
  record ProcessEvent(long time, PerfRecord record) {}

  private Recording(MemorySegment data) {
    this.data = data;
  }

  /** Reads all side-band records of {@code data}. */
  public static Recording read(MemorySegment data, String name) {
    Recording recording = new Recording(data);
    PerfFile file = PerfFile.open(data, name);
    file.read(recording);
    recording.truncated = file.truncated();
    recording.processEvents.sort((a, b) -> Long.compare(a.time, b.time));
    if (recording.info != null && recording.info.type() != PerfLayout.AUXTRACE_INTEL_PT) {
      throw new DecodeException(
          Reason.UNSUPPORTED, name + " has a trace of another kind than Intel PT.");
    }
    return recording;
  }

  @Override
  public void record(PerfRecord record, SampleId sample) {
    switch (record) {
      case PerfRecord.Attribute a -> attrs.add(a.attr());
      case PerfRecord.Cpuid c -> cpuid = c.text();
      case PerfRecord.BuildId b -> buildIds.put(b.file(), b.buildId());
      case PerfRecord.TimeConv t -> setClock(t.shift(), t.mult(), t.zero());
      case PerfRecord.AuxTraceInfo i -> setInfo(i);
      case PerfRecord.Mmap m -> {
        if (m.executable()) {
          processEvents.add(new ProcessEvent(sample.time(), m));
        }
      }
      case PerfRecord.Comm c -> {
        names.put(c.tid(), c.name());
        processOf.put(c.tid(), c.pid());
        if (c.exec()) {
          processEvents.add(new ProcessEvent(sample.time(), c));
        }
      }
      case PerfRecord.Fork f -> {
        processOf.put(f.tid(), f.pid());
        if (f.pid() != f.parentPid()) {
          processEvents.add(new ProcessEvent(sample.time(), f));
        }
      }
      case PerfRecord.Switch s -> addSwitch(s, sample);
      case PerfRecord.Aux a -> {
        if ((a.flags() & PerfLayout.AUX_TRUNCATED) != 0) {
          truncatedAux++;
        }
      }
      case PerfRecord.AuxTrace t -> addTrace(t);
      case PerfRecord.ItraceStart i -> started.put(sample.cpu(), new ThreadId(i.pid(), i.tid()));
      case PerfRecord.Lost l -> lost += l.count();
      case PerfRecord.Exit e -> {}
      case PerfRecord.Other o -> {}
    }
  }

  private void setClock(int shift, long mult, long zero) {
    if (mult != 0) {
      clock = new ClockConversion(shift, mult, zero);
    }
  }

  private void setInfo(AuxTraceInfo i) {
    info = i;
    if (clock == null && i.get(PerfLayout.PT_CAP_TIME_ZERO) != 0) {
      setClock(
          (int) i.get(PerfLayout.PT_TIME_SHIFT) & 63,
          i.get(PerfLayout.PT_TIME_MULT),
          i.get(PerfLayout.PT_TIME_ZERO));
    }
  }

  private void addSwitch(PerfRecord.Switch s, SampleId sample) {
    // A CPU's own switches name the next thread even where samples have no thread of their own.
    boolean tells = sample.tid() >= 0 || s.out() && s.otherTid() >= 0;
    if (!sample.timed() || !tells) {
      return;
    }
    switches
        .computeIfAbsent(sample.cpu(), c -> new SwitchTimeline())
        .add(
            sample.time(),
            s.out(),
            sample.tid() < 0 ? ThreadId.UNKNOWN : new ThreadId(sample.pid(), sample.tid()),
            new ThreadId(s.otherPid(), s.otherTid()));
  }

  private void addTrace(PerfRecord.AuxTrace t) {
    long there = Math.max(0, Math.min(t.size(), data.byteSize() - t.fileOffset()));
    if (t.fileOffset() < 0 || there == 0) {
      return;
    }
    queues
        .computeIfAbsent((long) t.index(), i -> new TraceQueue(t.cpu(), t.tid()))
        .add(t.fileOffset(), there);
  }

  public Collection<TraceQueue> queues() {
    return queues.values();
  }

  /** The switches of each CPU (-1 when the recording does not tell CPUs apart). */
  public Map<Integer, SwitchTimeline> switches() {
    return switches;
  }

  /** The switches that concern a trace of {@code cpu}, or null. */
  SwitchTimeline timeline(int cpu) {
    SwitchTimeline own = switches.get(cpu);
    return own != null || cpu >= 0 ? own : switches.get(-1);
  }

  List<ProcessEvent> processEvents() {
    return processEvents;
  }

  /** Who a trace belongs to when no switch says so. */
  ThreadId owner(TraceQueue queue) {
    if (queue.cpu() < 0 && queue.tid() >= 0) {
      return new ThreadId(processOf.getOrDefault(queue.tid(), queue.tid()), queue.tid());
    }
    ThreadId first = started.get(queue.cpu());
    return first != null ? first : started.getOrDefault(-1, ThreadId.UNKNOWN);
  }

  /** Thread names by tid. */
  public Map<Integer, String> names() {
    return names;
  }

  /** Build ids by file name. */
  public Map<String, String> buildIds() {
    return buildIds;
  }

  /** Null when the recording has no clock conversion: times are then TSC and threads unknown. */
  public ClockConversion clock() {
    return clock;
  }

  public boolean snapshots() {
    return info != null && info.get(PerfLayout.PT_SNAPSHOT_MODE) != 0;
  }

  /** Records the kernel dropped. */
  public long lost() {
    return lost;
  }

  /** How often trace data was dropped because the buffer was full. */
  public long truncatedAux() {
    return truncatedAux;
  }

  public boolean truncated() {
    return truncated;
  }

  MemorySegment data() {
    return data;
  }

  /** What the recording says of the machine, for the decoder. */
  public EventOptions eventOptions() {
    return EventOptions.of(errata(), time());
  }

  private Errata errata() {
    String[] parts = cpuid == null ? new String[0] : cpuid.split(",", -1);
    if (parts.length < 3 || !parts[0].equals("GenuineIntel")) {
      return Errata.UNKNOWN_CPU;
    }
    try {
      return Errata.of(Integer.parseInt(parts[1].strip()), Integer.parseInt(parts[2].strip()));
    } catch (NumberFormatException e) {
      return Errata.UNKNOWN_CPU;
    }
  }

  private TimeConfig time() {
    if (info == null) {
      return TimeConfig.UNKNOWN;
    }
    int pmu = (int) info.get(PerfLayout.PT_PMU_TYPE);
    long config =
        attrs.stream()
            .filter(a -> a.type() == pmu)
            .mapToLong(PerfAttr::config)
            .findFirst()
            .orElse(0);
    long bits = info.get(PerfLayout.PT_MTC_FREQ_BITS);
    int freq = bits == 0 ? 0 : (int) ((config & bits) >>> Long.numberOfTrailingZeros(bits));
    return new TimeConfig(
        freq,
        (int) info.get(PerfLayout.PT_MAX_NONTURBO_RATIO),
        info.get(PerfLayout.PT_TSC_CTC_D),
        info.get(PerfLayout.PT_TSC_CTC_N));
  }
}
