package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventType;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.perf.ClockConversion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the instructions of each thread and remembers where and when it ran. */
public final class ThreadSummary implements ThreadSink {
  private static final int MAX_GAPS = 100;

  private final ClockConversion clock;
  private final Map<Integer, Entry> threads = new TreeMap<>();
  private final Map<PtError, Long> errors = new EnumMap<>(PtError.class);
  private final List<Gap> gaps = new ArrayList<>();
  private long instructions;
  private long overflows;

  /** What is known of one thread; times are TSC. */
  public static final class Entry {
    private final ThreadId thread;
    private final Map<Integer, Long> perCpu = new TreeMap<>();
    private long instructions;
    private long earliest = Long.MAX_VALUE;
    private long latest;
    private long first;
    private long last;

    Entry(ThreadId thread) {
      this.thread = thread;
    }

    public ThreadId thread() {
      return thread;
    }

    public long instructions() {
      return instructions;
    }

    public Map<Integer, Long> perCpu() {
      return perCpu;
    }

    public long earliest() {
      return earliest;
    }

    public long latest() {
      return latest;
    }

    /** Address of the first instruction. */
    public long first() {
      return first;
    }

    /** Address of the last instruction. */
    public long last() {
      return last;
    }
  }

  public ThreadSummary(ClockConversion clock) {
    this.clock = clock;
  }

  @Override
  public void instructions(ThreadId thread, int cpu, FlowBatch batch) {
    Entry e = threads.computeIfAbsent(thread.tid(), t -> new Entry(thread));
    long n = batch.instructions();
    instructions += n;
    if (e.instructions == 0) {
      e.first = batch.block(0).address(batch.from(0));
    }
    e.instructions += n;
    e.perCpu.merge(cpu, n, Long::sum);
    int run = batch.size() - 1;
    e.last = batch.block(run).address(batch.to(run) - 1);
    if (batch.timed()) {
      e.earliest = Math.min(e.earliest, batch.earliest(0));
      long end = batch.latest();
      e.latest = Math.max(e.latest, end == Long.MAX_VALUE ? batch.earliest(run) : end);
    }
  }

  @Override
  public void event(ThreadId thread, int cpu, PtEvent event) {
    if (event.type == EventType.OVERFLOW) {
      overflows++;
    }
  }

  /** How often the processor could not write packets as fast as they were made. */
  public long overflows() {
    return overflows;
  }

  @Override
  public void gap(Gap gap) {
    errors.merge(gap.error(), 1L, Long::sum);
    if (gaps.size() < MAX_GAPS) {
      gaps.add(gap);
    }
  }

  public Map<Integer, Entry> threads() {
    return threads;
  }

  public long instructions() {
    return instructions;
  }

  public Map<PtError, Long> errors() {
    return errors;
  }

  public List<Gap> gaps() {
    return gaps;
  }

  /** A TSC as perf's nanoseconds, or as it is when the recording has no conversion. */
  public long nanos(long tsc) {
    return clock == null ? tsc : clock.toNanos(tsc);
  }
}
